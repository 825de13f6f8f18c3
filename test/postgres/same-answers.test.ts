import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbeddedEngine } from '../../src/engine/embedded/embedded.ts';
import type { Engine, SearchResult } from '../../src/engine/engine.ts';
import { openEnginePool, openPostgresEngine } from '../../src/engine/postgres/postgres.ts';
import { runDraws } from '../oracle/run-draws.ts';
import { createServerDatabase, serverUrl, withoutServer } from '../support/postgres/server-database.ts';
import { compareEngines, declaredTolerance, findDifference } from './compare-engines.ts';

/*
 * The same questions to both engines, and the whole answers of the operation against the independent implementation
 * of test/oracle.
 *
 *   KINDRED_ORACLE_DRAWS=1000 npx vitest run test/postgres/same-answers      more draws
 *   node test/postgres/compare-answers.ts                                    1,000 questions
 */
const draws = Number(process.env['KINDRED_ORACLE_DRAWS'] ?? 12);
const firstSeed = Number(process.env['KINDRED_ORACLE_SEED'] ?? 1);

/** Their shares have few bits, so that scores are exact although vectors have only 11. */
const weights = [
  { looks: 3, colour: 1 },
  { looks: 1, colour: 1 },
  { looks: 1, colour: 0 },
  { looks: 1, colour: 7 },
];

if (serverUrl === undefined)
  it('PostgreSQL gives the answers of the embedded engine', (context) => context.skip(withoutServer));
else
  describe('the PostgreSQL engine', () => {
    let folder: string;
    let created: Awaited<ReturnType<typeof createServerDatabase>>;
    let embedded: Engine;
    let postgres: Engine;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'kindred-same-'));
      created = await createServerDatabase();
      embedded = await openEmbeddedEngine({ folder });
      postgres = await openPostgresEngine({ database: openEnginePool({ url: created.url }) });
    });
    afterAll(async () => {
      await embedded.close();
      await postgres.close();
      await created.drop();
      await rm(folder, { recursive: true });
    });

    it('answers 80 questions as the embedded engine does', async () => {
      const compared = await compareEngines(embedded, postgres, 15, 80);
      expect(compared.differences).toEqual([]);
      expect(compared.hits).toBeGreaterThan(1_500);
      expect(compared.largestDistance).toBeLessThanOrEqual(declaredTolerance);
    });

    it(`answers ${draws} draws from seed ${firstSeed} on as the oracle does`, async () => {
      const { disagreements, eventCounts } = await runDraws(firstSeed, draws, { engine: postgres, weights });
      process.stdout.write(`${draws} draws on PostgreSQL: ${disagreements.length} disagreements\n`);
      expect(disagreements[0]?.actual).toEqual(disagreements[0]?.expected);
      expect(disagreements).toEqual([]);
      expect(eventCounts.get('resultFound')).toBeGreaterThan(draws / 4);
    });
  });

describe('the comparison of two answers', () => {
  const answer = (hits: readonly (readonly [string, number])[], more: Partial<SearchResult> = {}) =>
    ({
      count: hits.length,
      hits: hits.map(([identifier, score]) => ({ identifier, score })),
      facets: [],
      text: null,
      ...more,
    }) as unknown as SearchResult;
  const expected = answer([
    ['a', 0.9],
    ['b', 0.5005],
    ['c', 0.5],
  ]);

  it.each([
    [
      'nothing where scores are within the tolerance',
      answer([
        ['a', 0.9004],
        ['b', 0.5],
        ['c', 0.5],
      ]),
      0,
      null,
    ],
    [
      'nothing where close scores change places',
      answer([
        ['a', 0.9],
        ['c', 0.5],
        ['b', 0.5],
      ]),
      0,
      null,
    ],
    [
      'nothing where a score is at the minimum',
      answer([
        ['a', 0.9],
        ['b', 0.5005],
      ]),
      0.5,
      null,
    ],
    [
      'a missing product',
      answer([
        ['a', 0.9],
        ['b', 0.5005],
      ]),
      0,
      'other products are found',
    ],
    [
      'another product',
      answer([
        ['a', 0.9],
        ['b', 0.5005],
        ['d', 0.5],
      ]),
      0,
      'other products are found',
    ],
    [
      'a score beyond the tolerance',
      answer([
        ['a', 0.902],
        ['b', 0.5],
        ['c', 0.5],
      ]),
      0,
      'a score differs by more than the tolerance',
    ],
    [
      'another count',
      answer(
        [
          ['a', 0.9],
          ['b', 0.5],
          ['c', 0.5],
        ],
        { count: 4 },
      ),
      0,
      'the counts differ',
    ],
    [
      'another order',
      answer([
        ['b', 0.5],
        ['a', 0.9],
        ['c', 0.5],
      ]),
      0,
      'the order differs',
    ],
    [
      'other words',
      answer(
        [
          ['a', 0.9],
          ['b', 0.5],
          ['c', 0.5],
        ],
        { text: { corrected: 'x' } as never },
      ),
      0,
      'the words are understood in another way',
    ],
  ] as const)('reports %s', (_, actual, minimumScore, difference) => {
    expect(findDifference(actual, expected, { minimumScore, familyOf: (identifier) => identifier })).toBe(
      difference,
    );
  });

  describe('of families', () => {
    const allowed = { minimumScore: 0, familyOf: (identifier: string) => identifier[0] ?? '' };
    const family = answer(
      [
        ['a1', 0.9],
        ['b1', 0.5],
      ],
      { facets: [{ field: 'colour' }] as never },
    );

    it.each([
      ['nothing where another variant with a score within the tolerance represents one', 'a2', 0.9004, null],
      ['another variant with another score', 'a2', 0.903, 'a score differs by more than the tolerance'],
      ['another family', 'c1', 0.9, 'other products are found'],
      ['other facets of the same variants', 'a1', 0.9, 'the facets differ'],
    ] as const)('reports %s', (_, identifier, score, difference) => {
      const actual = answer([
        [identifier, score],
        ['b1', 0.5],
      ]);
      expect(findDifference(actual, family, allowed)).toBe(difference);
    });
  });
});
