import { describe, expect, it } from 'vitest';
import { countDrawn } from '../full-run.ts';
import { inTemporaryFolder, withEngine } from '../support/engine/temporary-engine.ts';
import { runDraws } from './run-draws.ts';

/*
 * KINDRED_ORACLE_DRAWS=10000 npx vitest run test/oracle     all draws
 * KINDRED_ORACLE_SEED=17 KINDRED_ORACLE_DRAWS=100 …         the catalogue of one seed
 */
const draws = countDrawn('draws compared with the oracle');
const firstSeed = Number(process.env['KINDRED_ORACLE_SEED'] ?? 1);

const print = (text: string) => process.stdout.write(`${text}\n`);

/** Each of these must happen at least once, or the draws would not test it. */
const requiredEvents = [
  ...['resultFound', 'resultNotFound', 'redirect', 'a later rung', 'answered by words', 'filtered', 'sorted'],
  ...['facets basic', 'facets adaptive', 'facets semiAdaptive', 'disabled values', 'a later page'],
  ...['banners', 'ads', 'intent clarification', 'a chosen tile'],
  ...['moved by pin', 'moved by boost', 'moved by bury', 'moved by tile'],
  'a pinned product by another variant',
];

describe('image search against an independent brute-force implementation', () => {
  it(`${draws} draws from seed ${firstSeed} on: counts, ranges, order, pages, facets, campaigns`, async () => {
    const { disagreements, eventCounts } = await runDraws(firstSeed, draws);
    const seeds = `seeds ${firstSeed} to ${firstSeed + Math.ceil(draws / 100) - 1}`;
    print(`${draws} draws, ${seeds}: ${disagreements.length} disagreements`);
    print(
      [...eventCounts]
        .sort()
        .map(([event, times]) => `${event}: ${times}`)
        .join(', '),
    );
    const [first] = disagreements;
    if (first !== undefined)
      print(JSON.stringify({ seed: first.seed, draw: first.draw, request: first.request }));
    expect(first?.actual).toEqual(first?.expected);
    if (draws >= 1000)
      for (const event of requiredEvents)
        expect([event, (eventCounts.get(event) ?? 0) > 0]).toEqual([event, true]);
    expect(disagreements.map(({ seed, draw }) => `seed ${seed}, draw ${draw}`)).toEqual([]);
  });

  /* As in a large catalogue: lists are made by codes in clusters, and a scan compares int8 codes first. */
  it(`${draws / 4} draws with codes, whatever the size of the catalogue`, () =>
    inTemporaryFolder((folder) =>
      withEngine({ folder, codedFrom: 1, quantisedFrom: 1 }, async (engine) => {
        const { disagreements } = await runDraws(firstSeed, draws / 4, { engine });
        expect(disagreements[0]?.actual).toEqual(disagreements[0]?.expected);
        expect(disagreements.map(({ seed, draw }) => `seed ${seed}, draw ${draw}`)).toEqual([]);
      }),
    ));
});
