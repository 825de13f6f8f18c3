import { describe, expect, it } from 'vitest';
import {
  createField,
  createPicture,
  createProduct,
} from '../../../../test/support/engine/catalogue-arbitraries.ts';
import { inTemporaryFolder, publish, withEngine } from '../../../../test/support/engine/temporary-engine.ts';
import { createQuery, type EngineReader, type SearchResult } from '../../engine.ts';
import { openServingReader } from '../serving-reader.ts';
import type { SharedVersion } from '../storage/load-version.ts';

const weights = { looks: 1, colour: 0 };
const draft = {
  fields: [createField('colour', 'text'), createField('price', 'number')],
  language: 'en',
  model: 'm',
  plans: [{ weights, same: { fields: [], mode: 'All' }, exclude: null, candidates: 10 }],
} as const;

const names = Array.from({ length: 100 }, (_, number) => `p${number}`);
const products = names.map((name, number) => ({
  product: createProduct(name, { fields: { colour: `colour ${number % 7}`, price: number } }),
  picture: createPicture(Float32Array.from([Math.cos(number), Math.sin(number)]), new Float32Array(2)),
}));

/** The answer to the plain question for a product; null: not at once. */
const askAtOnce = (engine: EngineReader, name: string): SearchResult | null => {
  const found = engine.products('shop')?.atOnce?.(name);
  if (!found) throw new Error(`${name} is not there.`);
  return found.search({
    ...createQuery({ kind: 'looks', source: found.source, weights }, 10),
    facets: ['colour', 'price'],
    page: { skip: 0, take: 5 },
  });
};

const readAnswer = (result: SearchResult | null) =>
  result && {
    count: result.count,
    hits: result.hits.map(({ identifier, score }) => [identifier, score]),
    facets: result.facets.map((facet) => (facet.kind === 'value' ? facet.values : [facet.min, facet.max])),
  };

/** The memory that a ready result is read from; null: it was made for this question. */
const readyMemory = (result: SearchResult | null): ArrayBufferLike | null => {
  const [facet] = result?.facets ?? [];
  const buffer = facet?.kind === 'value' ? (facet.packed?.words.buffer ?? null) : null;
  return buffer instanceof SharedArrayBuffer ? buffer : null;
};

describe('results of a published version', () => {
  it('that one thread made ready are read by the others, until a live change', () =>
    inTemporaryFolder(async (folder) => {
      const versions = new Map<string, SharedVersion>();
      const announce = async (dataset: string, version: SharedVersion | null): Promise<void> => {
        if (version !== null) versions.set(dataset, version);
      };
      await withEngine({ folder, announce }, async (engine) => {
        await publish(engine, 'shop', draft, products);
        const thread = openServingReader({
          folder,
          findShared: async (dataset) => versions.get(dataset) ?? null,
          onProblem: ({ error }) => {
            throw error;
          },
        });
        await thread.refreshAll();
        const before = names.map((name) => readAnswer(askAtOnce(engine, name)));
        const isReady = () =>
          names.filter((name) => readyMemory(askAtOnce(engine, name)) === null).length === 0;
        await expect.poll(isReady).toBe(true);
        const first = names.map((name) => askAtOnce(thread, name));
        expect(first.map(readAnswer)).toEqual(before);
        expect(new Set(first.map(readyMemory))).toEqual(new Set([versions.get('shop')?.sets]));

        await engine.change('shop', [{ kind: 'update', at: 1, identifier: 'p1', set: { available: false } }]);
        await thread.refresh('shop');
        expect(names.map((name) => readyMemory(askAtOnce(thread, name)))).toEqual(names.map(() => null));
      });
    }));
});
