import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { openEmbeddedEngine } from '../../src/engine/embedded/embedded.ts';
import {
  createQuery,
  createTypedQuery,
  type DraftProduct,
  type Engine,
  type ProductDraft,
  type SearchQuery,
  type SearchResult,
} from '../../src/engine/engine.ts';
import { openPostgresEngine } from '../../src/engine/postgres/postgres.ts';
import { dataset, openReader, publish, readSource } from '../contract/shop.ts';
import { createProduct, fields } from '../support/engine/catalogue-arbitraries.ts';
import { createPgliteDatabase, openPglite } from '../support/postgres/pglite-database.ts';

/* 1,000 questions to both engines about one catalogue of random pictures and words. */

const tolerance = 0.001;
const questionCount = 1_000;

/** Repeatable numbers from 0 to 1 (mulberry32). */
const createRandom = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
};
const random = createRandom(15);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const unitVector = (length: number): Float32Array => {
  const numbers = Float32Array.from({ length }, () => random() + random() - 0.7);
  const norm = Math.hypot(...numbers);
  return numbers.map((number) => number / norm);
};

const [colours, things, materials] = [
  ['red', 'blue', 'green', 'black'],
  ['lamp', 'chair', 'table', 'sofa', 'shelf', 'mirror'],
  ['oak', 'steel', 'glass', 'linen'],
];
const draft: ProductDraft = { fields, language: 'en', model: 'random', plans: [] };
const products = Array.from({ length: 200 }, (_, at): DraftProduct => {
  const [colour, thing, material] = [pick(colours), pick(things), pick(materials)];
  const looks = unitVector(48);
  return {
    product: createProduct(`p${at}`, {
      displayText: `${colour} ${thing} of ${material}`,
      groupId: random() < 0.3 ? `g${Math.floor(random() * 30)}` : null,
      available: random() > 0.05,
      fields: { colour, category: `Home/${thing}`, price: Math.round(random() * 100), sale: random() < 0.5 },
    }),
    picture:
      random() < 0.95
        ? { hash: createHash('sha256').update(looks).digest('hex'), looks, colour: unitVector(12) }
        : null,
  };
});

const drawFilter = (): SearchQuery['filter'] =>
  pick([
    null,
    null,
    { kind: 'compare', field: 'colour', comparison: 'eq', value: pick(colours) },
    { kind: 'compare', field: 'price', comparison: 'le', value: Math.round(random() * 100) },
    { kind: 'in', field: 'category', values: [`Home/${pick(things)}`, `Home/${pick(things)}`] },
  ]);

let folder: string;
let pglite: Awaited<ReturnType<typeof openPglite>>;
let engines: readonly Engine[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-same-'));
  pglite = await openPglite();
  engines = [
    await openEmbeddedEngine({ folder }),
    await openPostgresEngine({ database: createPgliteDatabase(pglite) }),
  ];
  for (const engine of engines) await publish(engine, dataset, draft, products);
});
afterAll(async () => {
  for (const engine of engines) await engine.close();
  await pglite.close();
  await rm(folder, { recursive: true });
});

const drawQuery = (
  at: number,
): { source: string | null; query: Omit<SearchQuery, 'seed'>; words: string } => {
  const isText = at % 4 === 0;
  const { seed: _, ...rest } = createQuery(
    { kind: 'text', source: null, query: createTypedQuery('', 'Any') },
    500,
  );
  return {
    source: isText ? null : `p${Math.floor(random() * 200)}`,
    words: [pick(colours), pick(things), pick(['', 'lmap', 'chairs', 'unknown'])].join(' '),
    query: {
      ...rest,
      filter: drawFilter(),
      same: { fields: random() < 0.3 ? ['category'] : [], mode: 'All' },
      minimumScore: random() < 0.3 ? 0.5 : 0,
      facets: ['colour', 'price', 'category', 'sale'],
    },
  };
};

/**
 * Scores closer than the tolerance may rank either way, and a product whose score is that close to the minimum score
 * may be in one answer only.
 */
const expectSameAnswer = (actual: SearchResult, expected: SearchResult, minimumScore: number): void => {
  if (minimumScore === 0) {
    expect(actual.count).toBe(expected.count);
    expect(actual.facets).toEqual(expected.facets);
  } else {
    expect(Math.abs(actual.count - expected.count)).toBeLessThanOrEqual(2);
    for (const { identifier, score } of actual.hits)
      if (!expected.hits.some((hit) => hit.identifier === identifier))
        expect(score - minimumScore).toBeLessThanOrEqual(tolerance);
  }
  expect(actual.text).toEqual(expected.text);
  const scores = new Map(expected.hits.map(({ identifier, score }) => [identifier, score]));
  actual.hits.forEach(({ identifier, score }, place) => {
    const same = scores.get(identifier);
    if (same !== undefined) expect(Math.abs(score - same)).toBeLessThanOrEqual(tolerance);
    const ranked = expected.hits[place];
    if (ranked) expect(Math.abs(score - ranked.score)).toBeLessThanOrEqual(tolerance);
  });
};

describe('the PostgreSQL engine', () => {
  it(`answers ${questionCount} questions as the embedded engine does`, async () => {
    let hits = 0;
    for (let at = 0; at < questionCount; at += 1) {
      const { source, query, words } = drawQuery(at);
      const answers: SearchResult[] = [];
      for (const engine of engines) {
        const reader = openReader(engine);
        const seed: SearchQuery['seed'] =
          source === null
            ? { kind: 'text', source: null, query: createTypedQuery(words, 'Any') }
            : { kind: 'looks', source: await readSource(reader, source), weights: { looks: 2, colour: 1 } };
        answers.push(await reader.search({ ...query, seed }));
      }
      const [expected, actual] = answers;
      if (!expected || !actual) throw new Error('There are two engines.');
      expectSameAnswer(actual, expected, query.minimumScore);
      hits += expected.hits.length;
    }
    expect(hits).toBeGreaterThan(25_000);
  });
});
