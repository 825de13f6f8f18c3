import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLooksModel } from '../../../../bench/support/generated-looks.ts';
import { createProduct, fields } from '../../../../test/support/engine/catalogue-arbitraries.ts';
import { publish } from '../../../../test/support/engine/temporary-engine.ts';
import type { DraftProduct, Engine, ProductReader, SearchQuery } from '../../engine.ts';
import { createQuery } from '../../engine.ts';
import { scoreUnits } from '../../semantics/search/score.ts';
import { openEmbeddedEngine } from '../embedded.ts';

/*
 * A catalogue in which more looks pass than int8 codes are compared of: every stage of the scan runs. Half of all looks are variants of one product that
 * look alike.
 */
const [size, ownFamily, dimensions] = [40_000, 20_000, 32];
const weights = { looks: 1, colour: 0 };
const model = createLooksModel(dimensions, 200, 5);
const identify = (number: number): string => `p${String(number).padStart(6, '0')}`;

const vectorOf = (number: number): Float32Array => {
  const vector = new Float32Array(dimensions);
  model.fill(number < ownFamily ? 0 : number, vector);
  // Variants of the first product differ a little from each other.
  if (number < ownFamily) vector[number % dimensions] = (vector[number % dimensions] ?? 0) + number / 1e7;
  return vector;
};

const drawProduct = (number: number): DraftProduct => ({
  product: createProduct(identify(number), {
    ...(number < ownFamily && { groupId: 'variants' }),
    fields: { colour: number % 2 === 0 ? 'red' : 'blue' },
  }),
  picture: { hash: `h${number}`, looks: vectorOf(number), colour: new Float32Array(0) },
});

let folder = '';
let engine: Engine;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-scan-'));
  engine = await openEmbeddedEngine({ folder, pollMs: 3_600_000 });
  const draft = { fields, language: 'en', model: 'generated', plans: [] };
  await publish(
    engine,
    'shop',
    draft,
    Array.from({ length: size }, (_, number) => drawProduct(number)),
  );
}, 600_000);
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

const openReader = (): ProductReader => {
  const reader = engine.products('shop');
  if (!reader) throw new Error('nothing is live');
  return reader;
};

const ask = async (identifier: string, more: Partial<SearchQuery> = {}) => {
  const reader = openReader();
  const source = await reader.source(identifier);
  if (!source) throw new Error(`no ${identifier}`);
  const query = createQuery({ kind: 'looks', source, weights }, 200);
  const { hits, count } = await reader.search({ ...query, candidates: 200, ...more });
  expect(hits.length).toBe(count);
  return hits.map((hit) => ({ identifier: hit.identifier, score: hit.score }));
};

/** Families by their best member, in float64; the variants are one of them. */
const scanPlainly = (number: number, passes: (number: number) => boolean) => {
  const source = vectorOf(number);
  const best = new Map<number, { identifier: string; score: number }>();
  for (let other = 0; other < size; other += 1) {
    const family = Math.max(other, ownFamily - 1);
    if (!passes(other) || family === Math.max(number, ownFamily - 1)) continue;
    const product = vectorOf(other).reduce((sum, x, i) => sum + x * (source[i] ?? 0), 0);
    const score = Math.round(Math.min(1, Math.max(0, product)) * scoreUnits) / scoreUnits;
    if (score > (best.get(family)?.score ?? -1)) best.set(family, { identifier: identify(other), score });
  }
  return [...best.values()].sort((a, b) => b.score - a.score).slice(0, 200);
};

const isRed = { kind: 'compare', field: 'colour', comparison: 'eq', value: 'red' } as const;

describe('a scan of a large catalogue', () => {
  it.each([
    ['without a filter', {}, () => true],
    ['with a filter', { filter: isRed }, (number: number) => number % 2 === 0],
  ])('finds the true set %s, with exact scores', async (_, more, passes) => {
    for (const number of [ownFamily + 5, ownFamily + 7777, size - 1]) {
      const found = await ask(identify(number), more);
      const expected = scanPlainly(number, passes);
      expect(found.length).toBe(200);
      found.slice(0, 24).forEach(({ score }, at) => expect(score).toBeCloseTo(expected[at]?.score ?? 0, 5));
      const last = expected.at(-1)?.score ?? 0;
      expect(found.filter(({ score }) => score >= last - 2e-6).length).toBeGreaterThanOrEqual(198);
      expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).sort((a, b) => b - a));
    }
  });

  it('finds 200 other families for a product with twenty thousand variants', async () => {
    const found = await ask(identify(0));
    expect(found.length).toBe(200);
    expect(found.every(({ identifier }) => identifier >= identify(ownFamily))).toBe(true);
  });

  it('leaves out what scores too low', async () => {
    const all = await ask(identify(size - 1));
    const minimumScore = all[9]?.score ?? 0;
    expect(await ask(identify(size - 1), { minimumScore })).toEqual(
      all.filter(({ score }) => score >= minimumScore),
    );
  });

  it('compares pictures that live changes brought, as results and as sources', async () => {
    const before = await ask(identify(size - 1));
    const looks = vectorOf(size - 1);
    const picture = { hash: 'new', looks, colour: new Float32Array(0) };
    await engine.change('shop', [{ at: 1, kind: 'put', product: createProduct('new'), picture }]);
    const [first, ...others] = await ask(identify(size - 1));
    expect(first?.identifier).toBe('new');
    expect(others).toEqual(before.slice(0, 199));
    const fromNew = await ask('new');
    expect(fromNew[0]?.identifier).toBe(identify(size - 1));
    expect(fromNew.slice(1)).toEqual(before.slice(0, 199));
  });
});
