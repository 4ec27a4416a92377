/** @file Settings of both nodes in rows: what it is, prefill's value, decode's, and whether they differ. */
import type { ScenarioInput } from '../../scenario/scenarioSchema.ts';
import { BothNodesHead } from '../shared/bothNodesHead.tsx';
import { change, checked } from '../state/store.ts';
import { valueAt, withValue } from './editScenario.ts';
import { problemsAt } from './problems.ts';
import { type SettingRow, typedValue, valueInForce } from './settingRows.ts';

const SIDES = ['prefill', 'decode'] as const;

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

function Row({ row, scenario }: { readonly row: SettingRow; readonly scenario: ScenarioInput }) {
  const [prefill, decode] = SIDES.map((side) => shownValue(row, scenario, side));
  const differs = prefill !== decode;
  return (
    <tr class={differs ? 'differs' : undefined}>
      <th scope="row">
        <span title={row.help}>{row.label}</span>
        {differs && <span class="mark" role="img" aria-label="differs" title="The nodes differ in this" />}
      </th>
      {SIDES.map((side) => (
        <td key={side}>
          <Field row={row} scenario={scenario} side={side} />
        </td>
      ))}
    </tr>
  );
}

/** What holds: what is set, else what the engine says is in force. */
function shownValue(row: SettingRow, scenario: ScenarioInput, side: (typeof SIDES)[number]): string {
  const set = valueAt(scenario, [side, ...row.path]);
  return set === undefined || set === null ? forced(row, side) : String(set);
}

function forced(row: SettingRow, side: (typeof SIDES)[number]): string {
  const answer = checked.value;
  return answer?.ok === true ? valueInForce(row, answer.report.settings[side]) : '';
}

function Field({ row, scenario, side }: { readonly row: SettingRow; readonly scenario: ScenarioInput; readonly side: (typeof SIDES)[number] }) {
  const path = [side, ...row.path];
  const answer = checked.value;
  const problems = answer?.ok === false ? problemsAt(answer.problems, path) : [];
  const id = `field-${path.join('-')}`;
  const held = valueAt(scenario, path);
  const value = held === undefined || held === null ? '' : String(held);
  const set = (text: string) => {
    const typed = typedValue(row.field, text);
    change({ scenario: withValue(scenario, typed === undefined && row.clears !== undefined ? [side, ...row.clears] : path, typed) });
  };
  const shared = {
    id,
    value,
    title: row.help,
    'aria-label': `${row.label}, ${side}`,
    'aria-invalid': problems.length > 0,
    'aria-describedby': problems.length > 0 ? `${id}-wrong` : undefined,
  };
  const inForce = forced(row, side);
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
      {problems.length > 0 && (
        <p class="wrong" id={`${id}-wrong`}>
          {problems.join(' ')}
        </p>
      )}
    </>
  );
}
