/** @file Goal `explorer-weight`: every file of the built page, compressed: whatever a visit loads, it is no more than that. */
import { compressedBytes, ensureFreshSite } from '../explorer/freshSite.ts';
import type { Goal } from '../goal.ts';

const MOST_KIB = 500;

/** KiB as gzip makes them. */
export const explorerWeight: Goal = {
  name: 'explorer-weight',
  goal: `under ${MOST_KIB} KiB compressed`,
  unit: 'KiB',
  met: (figure) => figure < MOST_KIB,
  run: async ({ root }) => {
    await ensureFreshSite(root);
    const files = compressedBytes(root);
    const bytes = [...files.values()].reduce((sum, file) => sum + file, 0);
    return { figure: bytes / 1024, adapter: null, evidence: { bytes, files: Object.fromEntries(files) } };
  },
};
