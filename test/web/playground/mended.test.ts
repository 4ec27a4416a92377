/** The mended variant of a scenario says that it is one, and leads back to the faulty one. */
import { describe, expect, it } from 'vitest';
import { REPORT_SCENARIOS } from '../../../src/scenario/builtin/reportScenarios.ts';
import { faultyOf, isMendedOf, mendedOf } from '../../../src/web/shared/mended.ts';

const CHOICES = REPORT_SCENARIOS.map(({ class: group, report, source, scenario }) => {
  const { name, title } = scenario;
  return { name, title, class: group, report, source, scenario };
});

describe('every report that can be mended', () => {
  const mendable = CHOICES.filter(({ scenario }) => scenario.fixed !== undefined);

  it('has a mended variant whose title says so, that no longer tells of the fault', () => {
    expect(mendable.length).toBeGreaterThan(20);
    for (const { title, scenario } of mendable) {
      expect(mendedOf(scenario)).toMatchObject({ title: `Mended: ${title}` });
      expect(mendedOf(scenario)).not.toHaveProperty('description');
      expect(mendedOf(scenario)).toBe(mendedOf(scenario));
    }
  });

  it('is found again from its mended variant, also from a copy of it, and from nothing else', () => {
    for (const { scenario } of mendable) {
      const mended = structuredClone(mendedOf(scenario));
      if (mended === null) throw new Error('it has no mended variant');
      expect(faultyOf(mended, CHOICES)).toBe(scenario);
      expect(isMendedOf(scenario, mended)).toBe(true);
      expect(faultyOf(scenario, CHOICES)).toBeNull();
      expect(faultyOf({ ...mended, seed: 99 }, CHOICES)).toBeNull();
    }
  });
});
