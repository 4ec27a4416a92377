/** @file Which of the starts in a file is meant. */
import { SimError } from '../core/errors.ts';
import type { LaunchFound, Role } from './launch.ts';

/**
 * The one start that a side means: the only one, or the one with its `--disaggregation-mode`.
 * @throws SimError(bad-input) where there is none, or several could be meant
 */
export function pickLaunch(launches: readonly LaunchFound[], side: Role, fileName: string): LaunchFound {
  const ofSide = launches.filter(({ role }) => role === side);
  const open = launches.filter(({ role }) => role === null);
  const [launch, second] = ofSide.length > 0 ? ofSide : open;
  if (launch === undefined) {
    throw new SimError('bad-input', {
      what: launches.length === 0 ? 'no start of an SGLang server is found here' : `no ${side} server is started here`,
      where: { file: fileName },
      mend:
        launches.length === 0
          ? 'Give a line with `python -m sglang.launch_server ...` or `sglang serve ...`, or a file that holds one.'
          : `Give the file that starts the server with --disaggregation-mode ${side}.`,
    });
  }
  if (second !== undefined) {
    throw new SimError('bad-input', {
      what: `several ${side} servers are started here`,
      values: Object.fromEntries([launch, second].map(({ name, where }, i) => [`start ${i + 1}`, `${name ?? 'unnamed'} at line ${where.line ?? 1}`])),
      where: launch.where,
      mend: 'Give the launch line that is meant.',
    });
  }
  return launch;
}
