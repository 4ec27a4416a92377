/** @file Settings of both nodes that few change, folded away. */
import { useSignal } from '@preact/signals';
import type { ScenarioInput } from '../../scenario/scenarioSchema.ts';
import { checked } from '../state/store.ts';
import { valueAt } from './editScenario.ts';
import { problemsAt } from './problems.ts';
import { FURTHER_ROWS, pathsOf } from './settingRows.ts';
import { SettingTable } from './settingTable.tsx';

/** The fold says which of them are set, and opens by itself where one is wrong: nobody could find it otherwise. Its table is made when it is first open. */
export function FurtherSettings({ scenario }: { readonly scenario: ScenarioInput }) {
  const isOpen = useSignal(false);
  const answer = checked.value;
  const isWrong = answer?.ok === false && FURTHER_ROWS.some((row) => pathsOf(row).some((path) => problemsAt(answer.problems, path).length > 0));
  const set = FURTHER_ROWS.filter((row) => pathsOf(row).some((path) => valueAt(scenario, path) != null));
  return (
    <details open={isOpen.value || isWrong} onToggle={(event) => (isOpen.value = event.currentTarget.open)}>
      <summary>
        More settings, and the draft’s own
        {set.length > 0 && <span class="faint"> (set: {set.map(({ label }) => label).join(', ')})</span>}
      </summary>
      {(isOpen.value || isWrong) && <SettingTable caption="More settings of both nodes" rows={FURTHER_ROWS} scenario={scenario} />}
    </details>
  );
}
