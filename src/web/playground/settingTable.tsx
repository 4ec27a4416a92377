/** @file Settings of both nodes in rows: what it is, prefill's value, decode's, and whether they differ. */
import { useMemo, useRef } from 'preact/hooks';
import type { ScenarioInput } from '../../scenario/scenarioSchema.ts';
import { BothNodesHead } from '../shared/bothNodesHead.tsx';
import { change, checked, page } from '../state/store.ts';
import { valueAt, withValue } from './editScenario.ts';
import { problemsAt } from './problems.ts';
import { type SettingRow, typedValue, valueInForce } from './settingRows.ts';

type Side = 'prefill' | 'decode';

/** A table of fields. */
export function SettingTable({
  caption,
  rows,
  scenario,
}: {
  readonly caption: string;
  readonly rows: readonly SettingRow[];
  readonly scenario: ScenarioInput;
}) {
  return (
    <table class="fields">
      <caption class="hidden">{caption}</caption>
      <BothNodesHead first="setting" />
      <tbody>
        {rows.map((row) => (
          <Row key={row.label} row={row} scenario={scenario} />
        ))}
      </tbody>
    </table>
  );
}

/** What a field shows. All of it plain values, so that rows that a change leaves alone are told by comparing them. */
interface FieldFacts {
  /** What is set; empty where nothing is. */
  readonly set: string;
  /** What the engine says is in force. */
  readonly inForce: string;
  /** What is wrong with it, in sentences; empty where nothing is. */
  readonly wrong: string;
}

function factsOf(row: SettingRow, scenario: ScenarioInput, side: Side): FieldFacts {
  const path = [side, ...row.path];
  const held = valueAt(scenario, path);
  const answer = checked.value;
  return {
    set: held === undefined || held === null ? '' : String(held),
    inForce: row.unset ?? (answer?.ok === true ? valueInForce(row, answer.report.settings[side]) : ''),
    wrong: answer?.ok === false ? problemsAt(answer.problems, path).join(' ') : '',
  };
}

function Row({ row, scenario }: { readonly row: SettingRow; readonly scenario: ScenarioInput }) {
  const prefill = factsOf(row, scenario, 'prefill');
  const decode = factsOf(row, scenario, 'decode');
  // A change is of one or two rows. To go through the elements of all of them took longer than the check itself.
  return useMemo(() => {
    const differs = (prefill.set || prefill.inForce) !== (decode.set || decode.inForce);
    return (
      <tr class={differs ? 'differs' : undefined}>
        <th scope="row">
          <span title={row.help}>{row.label}</span>
          {differs && <span class="mark" role="img" aria-label="differs" title="The nodes differ in this" />}
        </th>
        <td>
          <Field row={row} side="prefill" facts={prefill} />
        </td>
        <td>
          <Field row={row} side="decode" facts={decode} />
        </td>
      </tr>
    );
  }, [row, ...Object.values(prefill), ...Object.values(decode)]);
}

function setField({ label, field, path, clears }: SettingRow, side: Side, text: string): void {
  const scenario = page.peek()?.scenario;
  if (scenario === undefined) return;
  const typed = typedValue(field, text);
  const changed = withValue(scenario, [side, ...(typed === undefined && clears !== undefined ? clears : path)], typed);
  change({ scenario: changed }, field.kind === 'choice' ? null : `${label}, ${side}`);
}

function Field({ row, side, facts: { set: value, inForce, wrong } }: { readonly row: SettingRow; readonly side: Side; readonly facts: FieldFacts }) {
  const id = `field-${[side, ...row.path].join('-')}`;
  // What is being typed stays as it is while it means the value: `0.` on the way to `0.5` means 0.
  const typed = useRef('');
  const shown = String(typedValue(row.field, typed.current) ?? '') === value ? typed.current : value;
  const set = (text: string) => {
    typed.current = text;
    setField(row, side, text);
  };
  const shared = {
    id,
    value: shown,
    title: row.help,
    'aria-label': `${row.label}, ${side}`,
    'aria-invalid': wrong !== '',
    'aria-describedby': wrong === '' ? undefined : `${id}-wrong`,
  };
  return (
    <>
      {row.field.kind === 'choice' ? (
        <select {...shared} class={value === '' ? 'unset' : undefined} onChange={(event) => set(event.currentTarget.value)}>
          <optgroup label="not set">
            <option value="">{inForce === '' ? 'as the node' : inForce}</option>
          </optgroup>
          <optgroup label="set to">
            {row.field.options.map((option) => (
              <option key={option} value={option}>
                {option}
              </option>
            ))}
          </optgroup>
        </select>
      ) : (
        <input
          {...shared}
          type="text"
          inputMode={row.field.kind === 'integer' ? 'numeric' : 'decimal'}
          autocomplete="off"
          placeholder={inForce}
          onInput={(event) => set(event.currentTarget.value)}
        />
      )}
      {wrong !== '' && (
        <p class="wrong" id={`${id}-wrong`}>
          {wrong}
        </p>
      )}
    </>
  );
}
