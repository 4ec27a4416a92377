import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that start the built command line, or look at what a build leaves. They alone wait for a build. */
const BUILT = ['test/cli/**/*.test.ts', 'test/ground/**/*.test.ts'];
/** Tests of the explorer in a real browser. They wait for the page to be built. */
const IN_BROWSER = ['test/web/browser/**/*.test.ts'];

/** Files that take longest. They begin first: one that began last would keep a core idle for as long as it takes. */
const LONGEST = [
  'web/browser/lessonsAndReports',
  'cli/bench',
  'web/browser/openedViews',
  'cli/journeys',
  'verify/diagnosis/diagnosis',
  'scenario/builtin',
  'cli/process',
  'cli/repro',
  'web/browser/views',
  'report/detectors',
  'report/charts/inChromium',
  'session/wholePools',
];

/** The usual order, after those that take longest. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return place === -1 ? LONGEST.length : place;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    // Forks, since a worker thread that ends with GPU work pending takes the whole process along.
    pool: 'forks',
    // Two, since software adapters use every core they find: more workers only wait for each other.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'source', include: ['test/**/*.test.ts'], exclude: [...configDefaults.exclude, ...BUILT, ...IN_BROWSER] } },
      { extends: true, test: { name: 'browser', include: IN_BROWSER, testTimeout: 120_000, globalSetup: ['test/web/browser/freshSite.ts'] } },
      { extends: true, test: { name: 'built', include: BUILT, globalSetup: ['test/buildOnce.ts'] } },
    ],
  },
});
