/** @file Whether a run that was carried out again came to what a report says of it. */
import { canonicalJson } from '../../core/canonicalHash.ts';
import type { Verdict } from '../../verify/verdict.ts';

/** Whether both say the same. The order of findings does not count: a reproduction puts the one that it is about first. */
export function isSameVerdict(a: Verdict, b: Verdict): boolean {
  return textOf(a) === textOf(b);
}

function textOf({ findings, ...rest }: Verdict): string {
  return canonicalJson({ ...rest, findings: findings.map((finding) => canonicalJson(finding)).sort() });
}
