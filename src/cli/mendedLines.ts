/** @file Launch lines with the mends in them. They are read and checked again, so that what is said of them is said of what is printed. */
import { instruct } from '../checks/instructions.ts';
import type { LaunchFound, Role } from '../launch/launch.ts';
import type { LaunchSettings } from '../launch/launchSettings.ts';
import type { LineEdit } from '../launch/lineEdit.ts';
import { mendLaunch } from '../launch/mendLaunch.ts';
import { scriptLaunches } from '../launch/scriptLaunches.ts';
import type { CheckReport, Mended } from './checkReport.ts';

type Launches = Readonly<Record<Role, { readonly found: LaunchFound; readonly launch: LaunchSettings }>>;
const SIDES = ['prefill', 'decode'] as const;

/**
 * Both lines, mended; null where there is nothing to mend.
 * @param beside changes that follow from what a node said, and whether a line is not as it was written any more
 * @param recheck what the checks find in two lines
 */
export function mendedLines(
  { mended, waived }: CheckReport,
  nodes: Launches,
  { edits: heard, isRespelled }: { readonly edits: Readonly<Record<Role, readonly LineEdit[]>>; readonly isRespelled: Readonly<Record<Role, boolean>> },
  recheck: (found: Readonly<Record<Role, LaunchFound>>) => CheckReport,
): Mended | null {
  const changes = mended?.changes ?? [];
  const accepted = new Set(waived.map(({ id }) => id));
  const edits = (side: Role): readonly LineEdit[] => [
    ...nodes[side].launch.findings.filter(({ id, severity }) => severity === 'error' && !accepted.has(id)).flatMap((finding) => finding.edits),
    ...(changes.some((change) => change.side === side && change.setting === MODEL_SETTING) ? otherModelEdits(nodes, side) : []),
    ...heard[side],
  ];
  const lines: Record<Role, string | null> = { prefill: null, decode: null };
  const again: Record<Role, LaunchFound> = { prefill: nodes.prefill.found, decode: nodes.decode.found };
  const byHand = SIDES.flatMap((side) => {
    const own = changes.filter((change) => change.side === side && change.setting !== MODEL_SETTING);
    const others = edits(side);
    if (own.length === 0 && others.length === 0 && !isRespelled[side]) return [];
    const { line, left } = mendLaunch(nodes[side].found, nodes[side].launch, own, others);
    const [found] = scriptLaunches(line, `the mended line of ${side}`);
    if (left.length < own.length || others.length > 0 || isRespelled[side]) lines[side] = line;
    if (found !== undefined) again[side] = found;
    return left;
  });
  if (lines.prefill === null && lines.decode === null && byHand.length === 0) return null;
  const { verdict, findings: left } = recheck(again);
  const ids = [...new Set(left.filter(({ severity }) => severity !== 'info').map(({ id }) => id))];
  return { verdict, changes, left: ids, hidden: mended?.hidden ?? [], lines, ...(byHand.length === 0 ? {} : { byHand: instruct(byHand) }) };
}

/** Another model on one of the nodes: its layers stand for it among the changes. */
const MODEL_SETTING = 'target.compressRatios';

/** What makes a node load the other's model. */
export function otherModelEdits(nodes: Launches, side: Role): readonly LineEdit[] {
  const [own, other] = [nodes[side].launch, nodes[side === 'prefill' ? 'decode' : 'prefill'].launch];
  const path = other.settings.model.text;
  const overrides = (launch: LaunchSettings) => (Object.keys(launch.overrides.fields).length === 0 ? null : JSON.stringify(launch.overrides.fields));
  return [
    ...(path === null || path === own.settings.model.text ? [] : [{ setting: 'modelPath', value: path } as const]),
    ...(overrides(own) === overrides(other) ? [] : [{ setting: 'modelOverrides', value: overrides(other) } as const]),
  ];
}
