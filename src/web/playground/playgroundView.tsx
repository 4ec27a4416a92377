/** @file The playground: the form on one side, what the checks and the bytes say on the other. */
import { AfterPaint } from '../shared/afterPaint.tsx';
import { page } from '../state/store.ts';
import { CheckPanel } from './checkPanel.tsx';
import { FaultList } from './faultList.tsx';
import { FurtherSettings } from './furtherSettings.tsx';
import { RequestFields } from './requestFields.tsx';
import { RunPanel } from './runPanel.tsx';
import { ScenarioPicker } from './scenarioPicker.tsx';
import { MAIN_ROWS } from './settingRows.ts';
import { SettingTable } from './settingTable.tsx';

/** The view. */
export function PlaygroundView() {
  const scenario = page.value?.scenario;
  if (scenario === undefined) return null;
  return (
    <div class="playground">
      <form class="settings" aria-label="Set-up" onSubmit={(event) => event.preventDefault()}>
        <ScenarioPicker scenario={scenario} />
        <SettingTable caption="Both nodes" rows={MAIN_ROWS} scenario={scenario} />
        <RequestFields scenario={scenario} />
        <AfterPaint>
          <FaultList scenario={scenario} />
        </AfterPaint>
        <FurtherSettings scenario={scenario} />
      </form>
      <div class="answers">
        <CheckPanel />
        <AfterPaint>
          <RunPanel />
        </AfterPaint>
      </div>
    </div>
  );
}
