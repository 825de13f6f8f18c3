import fc from 'fast-check';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countDrawn } from '../../../../test/full-run.ts';
import { readResult } from '../../../../test/support/engine/read-result.ts';
import { inTemporaryFolder, publish, withEngine } from '../../../../test/support/engine/temporary-engine.ts';
import { diskFiles } from '../../../files/files.ts';
import type { DraftProduct, ProductChange, ProductDraft } from '../../engine.ts';
import { createQuery, createTypedQuery } from '../../engine.ts';
import {
  catalogueArbitrary,
  changesArbitrary,
  createField,
  createPicture,
  createProduct,
  type DrawnCatalogue,
  fields,
} from '../../../../test/support/engine/catalogue-arbitraries.ts';
import { type Catalogue, openCatalogue } from '../catalogue/catalogue.ts';
import { createProductReader } from '../product-reader.ts';
import { productFiles } from '../catalogue/product-version-info.ts';
import { loadVersion } from '../storage/load-version.ts';
import type { LoggedChange } from '../../semantics/changes.ts';
import { readProductState } from '../catalogue/read-rows.ts';
import { createOverlay } from './overlay.ts';

const withCatalogue = (
  draft: ProductDraft,
  products: readonly DraftProduct[],
  work: (catalogue: Catalogue) => Promise<void> | void,
): Promise<void> =>
  inTemporaryFolder((folder) =>
    withEngine({ folder, spareNeighbours: 1, pollMs: 3_600_000 }, async (engine) => {
      const { version } = await publish(engine, 'shop', draft, products);
      const { looks, neighbours } = productFiles;
      const loaded = await loadVersion(diskFiles, join(folder, 'shop'), version, {
        keepOnDisk: [looks, neighbours],
      });
      await work(await openCatalogue(loaded, null));
    }),
  );

const number = (changes: readonly ProductChange[]): LoggedChange[] =>
  changes.map((change, index) => ({ sequence: index + 1, change }));

const words = ['oak', 'wi fi', 'wifi', 'table', 'tables', 'red', 'zebra'];
const queriesOfWords = ['oak', 'wifi', 'wi fi', 'table', 'zebra', 'oakk', 'red table'];
const rename: fc.Arbitrary<ProductChange> = fc
  .tuple(
    fc.integer({ min: 1, max: 9 }),
    fc.integer({ min: 0, max: 60 }),
    fc.subarray(words, { minLength: 1 }),
  )
  .map(([at, id, some]) => ({
    at,
    kind: 'update',
    identifier: `p${id}`,
    set: { displayText: some.join(' ') },
  }));

/** Everything that a reader answers about a catalogue. */
const answers = async (catalogue: Catalogue, { products, queries }: DrawnCatalogue) => {
  const reader = createProductReader(catalogue);
  const results: unknown[] = [reader.size];
  const identifiers = Array.from({ length: catalogue.rows.size }, (_, row) => row)
    .filter((row) => !catalogue.removedRows.has(row))
    .map((row) => catalogue.rows.identifiers.at(row));
  for (const identifier of identifiers) {
    const { product } = readProductState(catalogue, catalogue.rows.identifiers.find(identifier));
    results.push(product);
  }
  for (const { source: index, query } of queries) {
    const source = await reader.source(
      products[index % Math.max(1, products.length)]?.product.identifier ?? '',
    );
    if (!source) continue;
    const { weights, ...rest } = query;
    const seed = { kind: 'looks', source, weights } as const;
    results.push(readResult(await reader.search({ ...rest, seed, explain: false })));
  }
  for (const text of queriesOfWords) {
    const query = { ...createTypedQuery(text, 'Any'), fuzzySensitiveness: 'One' as const };
    const { hits, count } = await reader.search(createQuery({ kind: 'text', source: null, query }, 20));
    results.push([text, count, hits.map(({ identifier, score }) => [identifier, score])]);
  }
  return results;
};

describe('an overlay of live changes', () => {
  it('answers the same whether changes are applied one batch after the other or all at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        catalogueArbitrary,
        fc.array(fc.oneof({ weight: 3, arbitrary: changesArbitrary }, fc.array(rename, { maxLength: 3 })), {
          minLength: 1,
          maxLength: 6,
        }),
        async (drawn, batches) => {
          await withCatalogue(drawn.draft, drawn.products, async (catalogue) => {
            const logged = number(batches.flat());
            const stepwise = createOverlay(catalogue);
            let done = 0;
            for (const batch of batches) {
              await stepwise.apply(logged.slice(done, done + batch.length));
              done += batch.length;
            }
            const together = await createOverlay(catalogue).apply(logged);
            expect(await answers(stepwise.catalogue, drawn)).toEqual(await answers(together, drawn));
          });
        },
      ),
      { numRuns: countDrawn('drawn live changes of the embedded engine'), endOnFailure: true },
    );
  });

  const draft = {
    fields: [...fields, createField('brand', 'text', { searchable: true })],
    language: 'en',
    model: 'm',
    plans: [],
  };
  const picture = (n: number) => createPicture(Float32Array.of(1, n, 0, 0), Float32Array.of(1, 0, 0, 0));
  const products = Array.from({ length: 40 }, (_, n) => ({
    product: createProduct(`p${n}`, { price: 1, fields: { price: 1, brand: 'oak' } }),
    picture: picture(0),
  }));
  const setPrice = (sequence: number, id: number, at = sequence): LoggedChange => ({
    sequence,
    change: { at, kind: 'update', identifier: `p${id}`, set: { price: sequence } },
  });
  const priceIn = (catalogue: Catalogue, id: string) =>
    readProductState(catalogue, catalogue.rows.identifiers.find(id)).product.price;

  it('applies many changes, one after the other', () =>
    withCatalogue(draft, products, async (catalogue) => {
      const overlay = createOverlay(catalogue);
      for (let sequence = 1; sequence <= 500; sequence += 1) {
        await overlay.apply([setPrice(sequence, sequence % 40)]);
      }
      expect(priceIn(overlay.catalogue, 'p3')).toBe(483);
      expect(priceIn(overlay.catalogue, 'p20')).toBe(500);
    }));

  it('folds the changes of one product again when one of them arrives late', () =>
    withCatalogue(draft, products, async (catalogue) => {
      const overlay = createOverlay(catalogue);
      await overlay.apply([setPrice(1, 1), setPrice(2, 2), setPrice(3, 1), setPrice(4, 3)]);
      await overlay.apply([setPrice(5, 1, 2)]);
      expect(priceIn(overlay.catalogue, 'p1')).toBe(3);
    }));

  it('shares arrays that a change does not touch with the catalogue before', () =>
    withCatalogue(draft, products, async (catalogue) => {
      const overlay = createOverlay(catalogue);
      const first = await overlay.apply([setPrice(1, 1)]);
      const second = await overlay.apply([setPrice(2, 2)]);
      expect(second.text).toBe(catalogue.text);
      expect(second.vectors).toBe(catalogue.vectors);
      expect(second.columns.column('colour')).toBe(catalogue.columns.column('colour'));
      expect(second.rows.familyRows).toBe(catalogue.rows.familyRows);
      expect(second.removedRows).toBe(first.removedRows);
      expect(second.columns.column('price')).not.toBe(first.columns.column('price'));
    }));

  it('applies batches in the order of the calls, also when nobody waits in between', () =>
    withCatalogue(draft, products, async (catalogue) => {
      const overlay = createOverlay(catalogue);
      const applied = await Promise.all([
        overlay.apply([setPrice(1, 1)]),
        overlay.apply([]),
        overlay.apply([setPrice(2, 1), setPrice(3, 2)]),
      ]);
      expect(applied.map((each) => [priceIn(each, 'p1'), priceIn(each, 'p2')])).toEqual([
        [1, 1],
        [1, 1],
        [2, 3],
      ]);
      expect(overlay.catalogue).toBe(applied[2]);
    }));

  it('lets other work run while the words of many products are indexed', () =>
    withCatalogue(draft, products, async (catalogue) => {
      const overlay = createOverlay(catalogue);
      const displayText = 'some new words of a product '.repeat(200);
      const changes = products.map(({ product: { identifier } }, place) => ({
        sequence: place + 1,
        change: { at: place, kind: 'update', identifier, set: { displayText } } as const,
      }));
      let [turns, isDone] = [0, false];
      const applied = overlay.apply(changes).finally(() => (isDone = true));
      while (!isDone) {
        turns += 1;
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect((await applied).text.terms.find('product')).toBeGreaterThanOrEqual(0);
      expect(turns).toBeGreaterThan(4);
    }));

  it('leaves every catalogue before as it was', () =>
    withCatalogue(draft, products, async (catalogue) => {
      const overlay = createOverlay(catalogue);
      const first = await overlay.apply([setPrice(1, 1)]);
      await overlay.apply([
        {
          sequence: 2,
          change: { at: 2, kind: 'put', product: createProduct('p00', { price: 5 }), picture: picture(1) },
        },
        { sequence: 3, change: { at: 3, kind: 'remove', identifier: 'p1' } },
      ]);
      expect(priceIn(first, 'p1')).toBe(1);
      expect(first.rows.identifiers.find('p00')).toBe(-1);
      expect([first.rows.size, overlay.catalogue.rows.size]).toEqual([40, 41]);
      expect(first.removedRows.size).toBe(0);
      expect(priceIn(catalogue, 'p1')).toBe(1);
    }));

  it('keeps a product that is added, removed and added again in one row', () =>
    withCatalogue(draft, products, async (catalogue) => {
      const overlay = createOverlay(catalogue);
      const put = (sequence: number, price: number): LoggedChange => ({
        sequence,
        change: {
          at: sequence,
          kind: 'put',
          product: createProduct('new', { price, groupId: 'g' }),
          picture: null,
        },
      });
      await overlay.apply([put(1, 10)]);
      await overlay.apply([{ sequence: 2, change: { at: 2, kind: 'remove', identifier: 'new' } }]);
      expect(createProductReader(overlay.catalogue).size).toBe(40);
      await overlay.apply([put(3, 30)]);
      expect(createProductReader(overlay.catalogue).size).toBe(41);
      const row = overlay.catalogue.rows.identifiers.find('new');
      expect(readProductState(overlay.catalogue, row).product).toMatchObject({ price: 30, groupId: 'g' });
    }));

  it('numbers a picture once, also over the end of a block of pictures', () =>
    withCatalogue(draft, products, async (catalogue) => {
      const overlay = createOverlay(catalogue);
      for (let sequence = 1; sequence <= 300; sequence += 1) {
        const change = {
          at: sequence,
          kind: 'update',
          identifier: `p${sequence % 40}`,
          set: {},
          picture: picture(sequence),
        } as const;
        await overlay.apply([{ sequence, change }]);
      }
      await overlay.apply([
        {
          sequence: 301,
          change: { at: 301, kind: 'update', identifier: 'p7', set: {}, picture: picture(250) },
        },
      ]);
      const { vectors, rows } = overlay.catalogue;
      expect(vectors.count).toBe(catalogue.vectors.count + 300);
      await vectors.load();
      const pictureAt = (id: string) => rows.pictureOf[rows.lookOf[rows.identifiers.find(id)] ?? -1] ?? -1;
      expect(pictureAt('p7')).toBe(250);
      vectors.setQuery(vectors.read(pictureAt('p7')));
      expect(vectors.partScores(pictureAt('p7')).looks).toBe(1 + 250 ** 2);
    }));
});
