/** @file Which colour is which request's, for zooms at which numbers have no room on the maps. */
import { useMemo } from 'preact/hooks';
import { counted } from '../../core/units.ts';
import { useIsDark } from '../shared/useIsDark.ts';
import { requestColor } from './palette.ts';
import { holdings, SIDES } from './poolsData.ts';

/** Requests that are named; more colours could not be told apart. */
const MOST_NAMED = 8;

/** A key; nothing before it is known who holds what. */
export function RequestKey() {
  const isDark = useIsDark();
  const held = holdings.value;
  const requests = useMemo(() => {
    const lines = SIDES.flatMap((side) => [...held[side].values()]);
    return [...new Set(lines.flatMap(({ request }) => [...new Set(request)]))].sort((a, b) => a - b);
  }, [held]);
  if (requests.length === 0) return null;
  return (
    <ul class="legend" aria-label="Colours of requests">
      {requests.slice(0, MOST_NAMED).map((request) => (
        <li key={request}>
          <span class="requestSwatch" style={{ background: requestColor(request, isDark) }} aria-hidden="true">
            {request}
          </span>{' '}
          request {request}
        </li>
      ))}
      {requests.length > MOST_NAMED && <li class="faint">and {counted(requests.length - MOST_NAMED, 'more request')}</li>}
    </ul>
  );
}
