/** @file What stands in place of a step's text while the mended run is beside it, or something else: the text tells of the faulty one. */
import type { ScenarioInput } from '../../scenario/scenarioSchema.ts';
import type { Shown } from './lesson.ts';
import { about, aboutShown, mendedShown, showBeside } from './lessonData.ts';
import { tellMended } from './tellMended.ts';
import { Told } from './told.tsx';

/** The text while the mended run is shown. @param mended as the page shows it */
export function MendedText({ shown, mended, pastChecks }: { readonly shown: Shown; readonly mended: ScenarioInput; readonly pastChecks: boolean }) {
  const faulty = aboutShown(shown);
  return (
    <>
      <Told tell={() => tellMended(faulty, about(mended, pastChecks), shown.beside)} />
      <p class="controls">
        <button type="button" class="primary" onClick={() => showBeside(faulty.scenario)}>
          Back to the faulty run
        </button>
      </p>
    </>
  );
}

/** A way to the mended run, where a scenario has one. */
export function MendedLink({ shown }: { readonly shown: Shown }) {
  const mended = mendedShown(shown);
  if (mended === null) return null;
  return (
    <p class="controls">
      <button type="button" onClick={() => showBeside(mended)}>
        See the mended run
      </button>
    </p>
  );
}

/** Says that something else stands beside the text, with the way back. */
export function OtherBeside({ shown }: { readonly shown: Shown }) {
  return (
    <p class="verdict bad" role="status">
      What stands beside this is not what the text tells of: the set-up was changed.{' '}
      <button type="button" onClick={() => showBeside(aboutShown(shown).scenario)}>
        Back to the lesson’s own
      </button>
    </p>
  );
}
