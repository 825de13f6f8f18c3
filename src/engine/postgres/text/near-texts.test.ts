import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { editDistance } from '../../../domain/edit-distance.ts';
import { createPgliteDatabase, openPglite } from '../../../../test/support/postgres/pglite-database.ts';
import { type Database, rawSql, sql } from '../../../postgres/sql.ts';
import { findNearCandidates, listTrigrams } from './near-texts.ts';

let pglite: Awaited<ReturnType<typeof openPglite>>;
let database: Database;
beforeAll(async () => {
  pglite = await openPglite();
  database = createPgliteDatabase(pglite);
});
afterAll(() => pglite.close());

describe('trigrams', () => {
  it.each(['cat', 'running shoe', 'a', '500 gb drive', 'aaaa'])(
    'of "%s" are those of PostgreSQL',
    async (text) => {
      const [row] = await database.query<{ trigrams: string[] }>(sql`SELECT show_trgm(${text}) AS trigrams`);
      expect([...listTrigrams(text)].sort()).toEqual([...(row?.trigrams ?? [])].sort());
    },
  );
});

describe('candidates for texts near a word', () => {
  const letter = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const word = fc.array(letter, { minLength: 1, maxLength: 12 }).map((letters) => letters.join(''));
  /** The word after an insertion, deletion, replacement or swap. */
  const edit = (text: string, at: number, kind: number, other: string): string => {
    const [before, rest] = [text.slice(0, at % text.length), text.slice(at % text.length)];
    if (kind === 0) return before + other + rest;
    if (kind === 1) return before + rest.slice(1);
    if (kind === 2) return before + other + rest.slice(1);
    return before + (rest[1] ?? '') + (rest[0] ?? '') + rest.slice(2);
  };
  const edits = fc.array(fc.tuple(fc.nat(11), fc.nat(3), letter), { minLength: 1, maxLength: 2 });

  it('contain every text within the edits', async () => {
    await fc.assert(
      fc.asyncProperty(word, fc.array(edits, { minLength: 1, maxLength: 5 }), async (typed, variants) => {
        const terms = variants.map((steps) =>
          steps.reduce(
            (text, [at, kind, other]) => (text === '' ? other : edit(text, at, kind, other)),
            typed,
          ),
        );
        const table = rawSql(
          `(VALUES ${[...new Set(terms)].map((term) => `('${term}'::text)`).join(', ')}) AS t(term)`,
        );
        for (const limit of [1, 2]) {
          const [candidates = []] = await findNearCandidates(database, table, [
            { word: typed, edits: limit },
          ]);
          for (const term of terms.filter((each) => each !== '' && editDistance(typed, each, limit) <= limit))
            expect(candidates).toContain(term);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('answer several words with one statement, each for itself', async () => {
    const table = rawSql("(VALUES ('camera'::text), ('running'), ('lamp')) AS t(term)");
    const asked = [
      { word: 'kamera', edits: 1 },
      { word: 'runnig', edits: 1 },
      { word: 'xyzzy', edits: 1 },
    ];
    const [first = [], second = []] = await findNearCandidates(database, table, asked);
    expect(first).toContain('camera');
    expect(second).toContain('running');
    expect(await findNearCandidates(database, table, [])).toEqual([]);
  });
});
