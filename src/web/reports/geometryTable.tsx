/** @file Both nodes' settings in force, side by side. */
import type { CheckReport } from '../../cli/checkReport.ts';
import { FURTHER_ROWS, MAIN_ROWS, valueInForce } from '../playground/settingRows.ts';
import { BothNodesHead } from '../shared/bothNodesHead.tsx';

/** A row a setting that has a value; unlike values are marked. @param settings both nodes', as the checks answer them */
export function GeometryTable({ settings }: Pick<CheckReport, 'settings'>) {
  const rows = [...MAIN_ROWS, ...FURTHER_ROWS].flatMap((row) => {
    const [prefill, decode] = [valueInForce(row, settings.prefill), valueInForce(row, settings.decode)];
    return prefill === '' && decode === '' ? [] : [{ row, prefill, decode }];
  });
  return (
    <table class="lists geometry" aria-label="Settings of both nodes">
      <BothNodesHead first="setting" />
      <tbody>
        {rows.map(({ row, prefill, decode }) => (
          <tr key={row.label} class={prefill === decode ? undefined : 'differs'}>
            <th scope="row" title={row.help}>
              {row.label}
              {prefill !== decode && <span class="mark"> ≠</span>}
            </th>
            <td>{prefill === '' ? '–' : prefill}</td>
            <td>{decode === '' ? '–' : decode}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
