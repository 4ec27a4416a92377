/** @file From what a user names to a link: a named one, a YAML file, or a measured sweep to fit one to. */
import { basename, extname } from 'node:path';
import { SimError } from '../../core/errors.ts';
import { nearestName } from '../../scenario/nearestName.ts';
import { readBounded } from '../../scenario/node/readBounded.ts';
import type { CalibratedLink } from '../calibrate.ts';
import type { Link } from '../link.ts';
import { LINK_NAMES, NAMED_LINKS } from '../namedLinks.ts';

/** Far above any link, and any sweep of single messages. */
const MOST_LINK_BYTES = 2 ** 18;
const MOST_SWEEP_BYTES = 2 ** 22;

/**
 * Loads a link.
 * @param named a name of `LINK_NAMES`, or the path of a YAML or JSON file; the name wins
 * @throws SimError(bad-input), SimError(file), ScenarioError with line and path
 */
export async function loadLink(named: string): Promise<Link> {
  const link = NAMED_LINKS.get(named);
  if (link !== undefined) return link;
  const text = await readBounded(named, 'link', MOST_LINK_BYTES).catch((error: unknown) => {
    throw withNames(error, named);
  });
  const { parseLink } = await import('../linkText.ts');
  return parseLink(text, named);
}

/** What a name of a link has room for. */
const MOST_STEM = 32;

/**
 * Fits a link to a sweep in a CSV file; it is named after the file as names of links are written, `fitted-` before it, so that it is no named link's.
 * @throws SimError(bad-input) with line and column, SimError(file)
 */
export async function loadCalibration(file: string): Promise<CalibratedLink> {
  const text = await readBounded(file, 'sweep', MOST_SWEEP_BYTES);
  const [{ parseSweepCsv }, { fitLink }] = await Promise.all([import('../sweepCsv.ts'), import('../calibrate.ts')]);
  const stem = basename(file, extname(file))
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .slice(0, MOST_STEM);
  try {
    return fitLink(parseSweepCsv(text, file), { name: `fitted-${stem}`, title: `fitted to ${basename(file)}`, what: basename(file) });
  } catch (error) {
    if (error instanceof SimError && error.facts.where === undefined) throw new SimError(error.code, { ...error.facts, where: { file } });
    throw error;
  }
}

/** A word without slash or extension that is no file was meant as a name. */
function withNames(error: unknown, named: string): unknown {
  if (!(error instanceof SimError) || error.code !== 'file' || extname(named) !== '' || basename(named) !== named) return error;
  const nearest = nearestName(named, LINK_NAMES);
  const mend = nearest === null ? `Named are ${LINK_NAMES.join(', ')}.` : `Did you mean ${nearest}?`;
  return new SimError('bad-input', { what: `there is no link ${JSON.stringify(named)}, named or as a file`, mend, cause: error });
}
