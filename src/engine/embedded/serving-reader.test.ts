import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  catalogueArbitrary,
  changesArbitrary,
  createProduct,
  type DrawnCatalogue,
  fields,
} from '../../../test/support/engine/catalogue-arbitraries.ts';
import { readResult } from '../../../test/support/engine/read-result.ts';
import { inTemporaryFolder, publish, withEngine } from '../../../test/support/engine/temporary-engine.ts';
import type { EngineReader, ProductDraft } from '../engine.ts';
import type { Problem } from './live-versions.ts';
import { openServingReader } from './serving-reader.ts';
import type { SharedVersion } from './storage/load-version.ts';

/** Keeps what an engine announces, as the main thread does. */
const keepVersions = () => {
  const versions = new Map<string, SharedVersion>();
  const announced: string[] = [];
  return {
    versions,
    announced,
    announce: async (dataset: string, version: SharedVersion | null) => {
      announced.push(dataset);
      if (version !== null) versions.set(dataset, version);
    },
    findShared: async (dataset: string, version: string) => {
      const known = versions.get(dataset);
      return known?.manifest.version === version ? known : null;
    },
  };
};

const ask = async (engine: EngineReader, { products, queries }: DrawnCatalogue): Promise<unknown[]> => {
  const reader = engine.products('shop');
  if (reader === null) throw new Error('nothing is live');
  const results: unknown[] = [reader.version, reader.size];
  for (const { source: place, query } of queries) {
    const { identifier } = products[place % Math.max(1, products.length)]?.product ?? { identifier: '' };
    const source = await reader.source(identifier);
    if (source === null) continue;
    const { weights, ...rest } = query;
    const seed = { kind: 'looks', source, weights } as const;
    results.push(readResult(await reader.search({ ...rest, seed, explain: false })));
    results.push(await reader.rows([identifier]));
  }
  return results;
};

const options = { spareNeighbours: 1, pollMs: 3_600_000 };
const draft: ProductDraft = { fields, language: 'en', model: 'm', plans: [] };
const noProblems = (problem: Problem): never => {
  throw problem.error;
};

describe('a reader of versions in shared memory', () => {
  it('answers as the engine that loaded them, also after live changes and a publish', async () => {
    await fc.assert(
      fc.asyncProperty(catalogueArbitrary, changesArbitrary, async (drawn, changes) => {
        const kept = keepVersions();
        await inTemporaryFolder((folder) =>
          withEngine({ ...options, folder, announce: kept.announce }, async (engine) => {
            await publish(engine, 'shop', drawn.draft, drawn.products);
            const reader = openServingReader({ folder, ...kept, onProblem: noProblems });
            await reader.refreshAll();
            expect(await ask(reader, drawn)).toEqual(await ask(engine, drawn));
            if (changes.length > 0) await engine.change('shop', changes);
            await reader.refresh('shop');
            expect(await ask(reader, drawn)).toEqual(await ask(engine, drawn));
            await publish(engine, 'shop', drawn.draft, drawn.products.slice(1));
            await reader.refresh('shop');
            expect(await ask(reader, drawn)).toEqual(await ask(engine, drawn));
          }),
        );
      }),
      { numRuns: 8 },
    );
  });

  it('reads the memory of the engine, and of the files only vectors and lists', async () => {
    const kept = keepVersions();
    await inTemporaryFolder((folder) =>
      withEngine({ ...options, folder, announce: kept.announce }, async (engine) => {
        await publish(engine, 'shop', draft, [{ product: createProduct('a'), picture: null }]);
        const found: (SharedVersion | null)[] = [];
        const reader = openServingReader({
          folder,
          onProblem: noProblems,
          findShared: async (dataset, version) => {
            found.push(await kept.findShared(dataset, version));
            return found.at(-1) ?? null;
          },
        });
        await reader.refreshAll();
        await reader.refreshAll();
        expect(found).toEqual([kept.versions.get('shop')]);
        expect([...(found[0]?.contents.keys() ?? [])].sort()).toEqual(
          ['columns.bin', 'records.bin', 'rows.bin', 'text.bin'].sort(),
        );
      }),
    );
  });

  it('reads the files where nobody has the version in memory', async () => {
    await inTemporaryFolder((folder) =>
      withEngine({ ...options, folder }, async (engine) => {
        await publish(engine, 'shop', draft, [{ product: createProduct('a'), picture: null }]);
        const reader = openServingReader({ folder, onProblem: noProblems, findShared: async () => null });
        await reader.refreshAll();
        expect(reader.products('shop')?.size).toBe(1);
        expect(reader.keywords('shop')).toBeNull();
      }),
    );
  });

  it('says which version it cannot read, and keeps the one before', async () => {
    const kept = keepVersions();
    const problems: Problem[] = [];
    await inTemporaryFolder((folder) =>
      withEngine({ ...options, folder, announce: kept.announce }, async (engine) => {
        const first = await publish(engine, 'shop', draft, [{ product: createProduct('a'), picture: null }]);
        const reader = openServingReader({
          folder,
          onProblem: (problem) => problems.push(problem),
          findShared: async (dataset, version) => {
            if (version !== first.version) throw new Error('the other thread has ended');
            return kept.findShared(dataset, version);
          },
        });
        await reader.refreshAll();
        const { version } = await publish(engine, 'shop', draft, []);
        await reader.refresh('shop');
        expect(problems.map((problem) => problem.version)).toEqual([version]);
        expect(reader.products('shop')?.version).toBe(first.version);
      }),
    );
  });
});

describe('an engine that announces what is live', () => {
  it('acknowledges a change and a version when the announcement has ended', async () => {
    const order: string[] = [];
    const announce = async (): Promise<void> => {
      await new Promise((resolve) => setImmediate(resolve));
      order.push('announced');
    };
    await inTemporaryFolder((folder) =>
      withEngine({ ...options, folder, announce }, async (engine) => {
        await publish(engine, 'shop', draft, [{ product: createProduct('a'), picture: null }]);
        order.push('live');
        await engine.change('shop', [{ kind: 'update', at: 1, identifier: 'a', set: { price: 7 } }]);
        order.push('changed');
      }),
    );
    expect(order).toEqual(['announced', 'live', 'announced', 'changed']);
  });

  it('announces changes of several callers before each of them is acknowledged', async () => {
    const kept = keepVersions();
    await inTemporaryFolder((folder) =>
      withEngine({ ...options, folder, announce: kept.announce }, async (engine) => {
        await publish(engine, 'shop', draft, [{ product: createProduct('a'), picture: null }]);
        const before = kept.announced.length;
        const prices = [1, 2, 3, 4, 5];
        await Promise.all(
          prices.map((price) =>
            engine.change('shop', [{ kind: 'update', at: price, identifier: 'a', set: { price } }]),
          ),
        );
        expect((await engine.product('shop', 'a'))?.price).toBe(5);
        expect(kept.announced.length).toBeGreaterThan(before);
      }),
    );
  });
});
