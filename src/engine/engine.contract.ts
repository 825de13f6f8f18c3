import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Suggestion } from '../domain/suggestion.ts';
import {
  type DraftProduct,
  type Engine,
  noArrangement,
  type ProductDraft,
  type ProductReader,
  type Question,
  type Source,
} from './engine.ts';
import {
  type CatalogueDraw,
  catalogueDraw,
  changeDraw,
  field,
  fields,
  pictureOf,
  productOf,
} from './testing/catalogue-draws.ts';
import { changedPlainly } from './testing/changed-plainly.ts';
import { describeWords } from './words.contract.ts';
import { answerPlainly } from './testing/oracle.ts';

export type OpenedEngine = { readonly engine: Engine; dispose(): Promise<void> };

const dataset = '11111111-2222-4333-8444-555555555555';
const other = '99999999-2222-4333-8444-555555555555';
const weights = { looks: 1, colour: 1 };
const open = { fields: [], mode: 'All' } as const;
const draft: ProductDraft = {
  fields,
  language: 'en',
  model: 'contract',
  plans: [{ weights, same: open, exclude: null, candidates: 10 }],
};

const x = Float32Array.from([1, 0, 0, 0]);
const y = Float32Array.from([0, 1, 0, 0]);
const halfway = Float32Array.from([0.5, 0.5, 0.5, 0.5]);

const publish = async (
  engine: Engine,
  name: string,
  about: ProductDraft,
  products: readonly DraftProduct[],
) => {
  const builder = await engine.buildProducts(name, about);
  for (const product of products) await builder.add(product);
  const summary = await builder.finish();
  await engine.makeLive(name, summary.version);
  return summary;
};

const readerOf = (engine: Engine, name = dataset): ProductReader => {
  const reader = engine.products(name);
  if (!reader) throw new Error('no reader');
  return reader;
};

const sourceOf = async (reader: ProductReader, identifier: string): Promise<Source> => {
  const source = await reader.source(identifier);
  if (!source) throw new Error(`no source ${identifier}`);
  return source;
};

const ask = async (reader: ProductReader, identifier: string, more: Partial<Question> = {}) =>
  reader.search({
    seed: { kind: 'looks', source: await sourceOf(reader, identifier), weights },
    same: open,
    exclude: null,
    filter: null,
    minimumScore: 0,
    candidates: 10,
    arrangement: noArrangement,
    orderBy: [],
    page: { skip: 0, take: 10 },
    facets: [],
    explain: false,
    ...more,
  });

const identifiersOf = (answer: { hits: readonly { identifier: string }[] }) =>
  answer.hits.map((hit) => hit.identifier);

/** A shirt with two variants, two other things, one of them sold out. */
const shop: readonly DraftProduct[] = [
  { product: productOf('source', { fields: { colour: 'red', price: 3 } }), picture: pictureOf(x, x) },
  {
    product: productOf('shirt-s', { groupId: 'shirt', fields: { colour: 'red', sizes: ['S'], price: 5 } }),
    picture: pictureOf(x, halfway),
  },
  {
    product: productOf('shirt-m', { groupId: 'shirt', fields: { colour: 'blue', sizes: ['M'], price: 9 } }),
    picture: pictureOf(x, x),
  },
  {
    product: productOf('sold-out', { available: false, fields: { colour: 'red' } }),
    picture: pictureOf(x, x),
  },
  { product: productOf('far', { fields: { colour: 'red', price: 1 } }), picture: pictureOf(y, x) },
  { product: productOf('unseen', { fields: { colour: 'green' } }), picture: null },
];

const suggestion = (text: string, direction: Suggestion['direction'] = 'refine'): Suggestion => ({
  text,
  displayText: text,
  score: 1,
  direction,
  evidence: [],
});

/** Each question is answered as the definitions say; about products that are not sold nothing can be asked. */
const expectPlainAnswers = async (
  reader: ProductReader,
  about: ProductDraft,
  products: readonly DraftProduct[],
  questions: CatalogueDraw['questions'],
) => {
  for (const { source, question } of questions) {
    const identifier = products[source % products.length]?.product.identifier ?? '';
    const { weights: asked, ...rest } = question;
    const seed = { kind: 'looks', source: await sourceOf(reader, identifier), weights: asked } as const;
    const whole: Question = { ...rest, seed, explain: true };
    const answer = await reader.search(whole);
    const plain = answerPlainly(about, products, whole);
    expect(answer.count).toBe(plain.count);
    expect(
      answer.hits.map(({ identifier: found, score, parts }) => ({
        identifier: found,
        score,
        boost: parts?.boost,
        boosts: parts?.boosts,
        pinned: parts?.pinned,
        organicPosition: parts?.organicPosition,
      })),
    ).toEqual(plain.hits);
    expect(answer.facets).toEqual(plain.facets);
  }
};

/** What engine.ts promises, asked of an engine. Every engine runs this suite. */
export const describeEngine = (name: string, openEngine: () => Promise<OpenedEngine>): void => {
  describe(`${name} keeps the promises of an engine`, () => {
    let opened: OpenedEngine;
    let engine: Engine;
    beforeEach(async () => {
      opened = await openEngine();
      engine = opened.engine;
    });
    afterEach(() => opened.dispose());

    describe('versions', () => {
      it('has no reader for a dataset nobody published, and no source nobody sells', async () => {
        expect(engine.products(dataset)).toBeNull();
        expect(engine.keywords(dataset)).toBeNull();
        await publish(engine, dataset, draft, shop);
        expect(await readerOf(engine).source('nothing')).toBeNull();
        expect(engine.keywords(dataset)).toBeNull();
      });

      it('shows nothing of a version before it is made live', async () => {
        const builder = await engine.buildProducts(dataset, draft);
        await builder.add({ product: productOf('a'), picture: null });
        const summary = await builder.finish();
        expect(engine.products(dataset)).toBeNull();
        expect(await engine.versions(dataset)).toMatchObject([
          { version: summary.version, live: false, size: 1 },
        ]);
      });

      it('answers from the version a reader was handed out for, whatever happens later', async () => {
        const first = await publish(engine, dataset, draft, shop);
        const reader = readerOf(engine);
        const before = await ask(reader, 'source', { facets: ['colour'] });
        await publish(engine, dataset, draft, shop.slice(0, 2));
        await engine.discard(dataset, first.version);
        expect(await ask(reader, 'source', { facets: ['colour'] })).toEqual(before);
        expect(readerOf(engine).size).toBe(2);
      });

      it('goes back to an older version', async () => {
        const first = await publish(engine, dataset, draft, shop);
        const second = await publish(engine, dataset, draft, shop.slice(0, 2));
        expect((await engine.versions(dataset)).map((one) => [one.version, one.live])).toEqual([
          [second.version, true],
          [first.version, false],
        ]);
        await engine.makeLive(dataset, first.version);
        expect(readerOf(engine).version).toBe(first.version);
      });

      it('gives the same draft the same checksum, in whatever order it is added', async () => {
        const first = await publish(engine, dataset, draft, shop);
        const abandoned = await engine.buildProducts(other, draft);
        await abandoned.add({ product: productOf('half'), picture: null });
        await abandoned.abandon();
        const second = await publish(engine, other, draft, shop.toReversed());
        expect(second.checksum).toBe(first.checksum);
        const third = await publish(engine, other, draft, shop.slice(1));
        expect(third.checksum).not.toBe(first.checksum);
      });

      it('leaves nothing behind when abandoned, and takes nothing more once ended', async () => {
        const builder = await engine.buildProducts(dataset, draft);
        await builder.add({ product: productOf('a'), picture: null });
        await builder.abandon();
        expect(await engine.versions(dataset)).toEqual([]);
        await expect(builder.add({ product: productOf('b'), picture: null })).rejects.toMatchObject({
          code: 'conflict',
        });
      });

      it('refuses an identifier twice, and vectors of other dimensions', async () => {
        const builder = await engine.buildProducts(dataset, draft);
        await builder.add({ product: productOf('a'), picture: pictureOf(x, x) });
        const twice = builder.add({ product: productOf('a'), picture: null });
        await expect(twice).rejects.toMatchObject({ code: 'bad-input' });
        const longer = pictureOf(new Float32Array(8), x);
        const misfit = builder.add({ product: productOf('b'), picture: longer });
        await expect(misfit).rejects.toMatchObject({ code: 'bad-input' });
        await builder.abandon();
      });

      it('lets one publisher at a time work on a dataset', async () => {
        const builder = await engine.buildProducts(dataset, draft);
        await expect(engine.buildProducts(dataset, draft)).rejects.toMatchObject({ code: 'conflict' });
        await builder.abandon();
        await (await engine.buildProducts(dataset, draft)).abandon();
      });

      it('refuses to discard the live version, and to make an unknown one live', async () => {
        const { version } = await publish(engine, dataset, draft, shop);
        await expect(engine.discard(dataset, version)).rejects.toMatchObject({ code: 'conflict' });
        await expect(engine.makeLive(dataset, 'nonsense')).rejects.toMatchObject({ code: 'not-found' });
        await expect(engine.discard(dataset, 'nonsense')).rejects.toMatchObject({ code: 'not-found' });
      });

      it('finds nothing wrong with what it wrote', async () => {
        await publish(engine, dataset, draft, shop);
        expect(await engine.verify(dataset)).toEqual([]);
      });

      it('publishes an empty catalogue', async () => {
        await publish(engine, dataset, draft, []);
        expect(readerOf(engine).size).toBe(0);
        expect([...readerOf(engine).scan()]).toEqual([]);
      });
    });

    describe('records', () => {
      it('gives the mapped record under its names, with what is always there', async () => {
        const product = productOf('a', {
          displayText: 'Ä "quoted" name',
          images: ['one.png', 'two.png'],
          price: 9.5,
          fields: { colour: 'red', ['__proto__']: 'kept', price: 9.5 },
        });
        await publish(engine, dataset, draft, [{ product, picture: null }]);
        const [found] = await readerOf(engine).records(['a']);
        const text = Buffer.from(found?.record ?? []).toString('utf8');
        expect(text).toBe(
          '{"identifier":"a","displayText":"Ä \\"quoted\\" name","url":"https://shop.example/a","imageUrl":"one.png","price":9.5,"colour":"red","__proto__":"kept"}',
        );
      });

      it('leaves out unknown and unavailable ones where asked by name, and scans all of them', async () => {
        await publish(engine, dataset, draft, shop);
        const found = await readerOf(engine).records(['far', 'nothing', 'sold-out', 'source']);
        expect(found.map((one) => one.identifier)).toEqual(['far', 'source']);
        const scanned = [...readerOf(engine).scan()].map((one) => one.identifier);
        expect(scanned).toEqual(['far', 'shirt-m', 'shirt-s', 'sold-out', 'source', 'unseen']);
      });

      it('knows the values and words of a source', async () => {
        const about = { ...draft, fields: [...fields, field('brand', 'text', { searchable: true })] };
        const product = productOf('a', {
          displayText: 'Rain coat',
          fields: { category: 'A/X', sale: true, price: 4, brand: 'Acme', note: 'plain' },
        });
        await publish(engine, dataset, about, [{ product, picture: null }]);
        const source = await sourceOf(readerOf(engine), 'a');
        expect(source.hasLooks).toBe(false);
        expect(source.values('category')).toEqual(['A', 'A/X']);
        expect(source.values('sale')).toEqual([true]);
        expect(source.values('price')).toEqual([4]);
        expect(source.values('note')).toEqual(['plain']);
        expect(source.values('nowhere')).toEqual([]);
        expect(source.text).toContain('Rain coat');
        expect(source.text).toContain('Acme');
      });
    });

    describe('look-alikes', () => {
      beforeEach(() => publish(engine, dataset, draft, shop));

      it('answers with families, best first, each by its best available member', async () => {
        const answer = await ask(readerOf(engine), 'source');
        expect(answer.hits.map((hit) => [hit.identifier, hit.score])).toEqual([
          ['shirt-m', 1],
          ['far', 0.5],
        ]);
        expect(answer.count).toBe(2);
        expect(answer.text).toBeNull();
      });

      it('counts every value of a family once', async () => {
        const answer = await ask(readerOf(engine), 'source', { facets: ['colour', 'price', 'nowhere'] });
        expect(answer.facets).toEqual([
          {
            kind: 'value',
            field: 'colour',
            count: 2,
            values: [
              { name: 'red', count: 2 },
              { name: 'blue', count: 1 },
            ],
          },
          { kind: 'range', field: 'price', count: 2, min: 1, max: 9, filteredMin: 1, filteredMax: 9 },
        ]);
      });

      it('is represented by the member that passes, and a filter must hold in one member', async () => {
        const red = { kind: 'compare', field: 'colour', comparison: 'eq', value: 'red' } as const;
        const medium = { kind: 'in', field: 'sizes', values: ['M'] } as const;
        expect(identifiersOf(await ask(readerOf(engine), 'source', { filter: red }))).toEqual([
          'shirt-s',
          'far',
        ]);
        const both = await ask(readerOf(engine), 'source', { filter: { kind: 'and', parts: [red, medium] } });
        expect(both.count).toBe(0);
      });

      it('keeps the siblings of a chosen value, and the chosen value itself', async () => {
        const filter = { kind: 'in', field: 'colour', values: ['blue', 'violet'] } as const;
        const [colour, price] = (
          await ask(readerOf(engine), 'source', { filter, facets: ['colour', 'price'] })
        ).facets;
        expect(colour).toEqual({
          kind: 'value',
          field: 'colour',
          count: 1,
          values: [
            { name: 'red', count: 2 },
            { name: 'blue', count: 1 },
            { name: 'violet', count: 0 },
          ],
        });
        expect(price).toMatchObject({ min: 1, max: 9, filteredMin: 9, filteredMax: 9 });
      });

      it('explains what a score is made of', async () => {
        const [first] = (await ask(readerOf(engine), 'source', { filter: null, explain: true })).hits;
        expect(first?.parts).toEqual({
          looks: 1,
          colour: 1,
          text: null,
          boost: 1,
          boosts: [],
          pinned: false,
          organicPosition: 1,
        });
      });

      it('finds nothing for a source without a picture', async () => {
        expect(await ask(readerOf(engine), 'unseen')).toMatchObject({ count: 0, hits: [] });
      });

      it('pins what passes, and lets nothing hidden or sold out be pinned', async () => {
        const arrangement = {
          ...noArrangement,
          hiddenIdentifiers: ['far'],
          pins: ['unseen', 'far', 'sold-out', 'source'].map((identifier) => ({ identifier, position: 1 })),
        };
        const answer = await ask(readerOf(engine), 'source', { arrangement, explain: true });
        expect(answer.hits.map((hit) => [hit.identifier, hit.score, hit.parts?.pinned])).toEqual([
          ['unseen', 0, true],
          ['shirt-m', 1, false],
        ]);
        expect(answer.count).toBe(2);
      });
    });

    it('answers exactly what the definitions say, with lists and without', async () => {
      await fc.assert(
        fc.asyncProperty(catalogueDraw, async ({ draft: about, products, questions }) => {
          await publish(engine, dataset, about, products);
          await expectPlainAnswers(readerOf(engine), about, products, questions);
        }),
        { numRuns: 100 },
      );
    }, 180_000);

    describe('live changes', () => {
      const red = { kind: 'compare', field: 'colour', comparison: 'eq', value: 'red' } as const;
      const priceOf = async (identifier: string) => (await engine.product(dataset, identifier))?.price;
      const setPrice = (price: number, at: number) => ({
        at,
        kind: 'update' as const,
        identifier: 'far',
        set: { price },
      });

      it('changes price, stock and attributes at once, and no reader that was handed out', async () => {
        await publish(engine, dataset, draft, shop);
        const before = readerOf(engine);
        await engine.change(dataset, [
          setPrice(77, 1),
          { at: 1, kind: 'update', identifier: 'shirt-m', set: { available: false } },
          { at: 1, kind: 'update', identifier: 'shirt-s', set: { fields: { colour: 'green' } } },
        ]);
        const answer = await ask(readerOf(engine), 'source', { facets: ['colour', 'price'] });
        expect(identifiersOf(answer)).toEqual(['shirt-s', 'far']);
        expect(answer.facets).toMatchObject([
          { values: [{ name: 'green' }, { name: 'red' }] },
          { min: 5, max: 77 },
        ]);
        const [record] = await readerOf(engine).records(['far']);
        expect(JSON.parse(Buffer.from(record?.record ?? []).toString())).toMatchObject({ price: 77 });
        expect(identifiersOf(await ask(before, 'source'))).toEqual(['shirt-m', 'far']);
      });

      it('adds and removes products', async () => {
        await publish(engine, dataset, draft, shop);
        const added = productOf('new', { fields: { colour: 'violet' } });
        await engine.change(dataset, [
          { at: 1, kind: 'put', product: added, picture: pictureOf(x, halfway) },
          { at: 1, kind: 'remove', identifier: 'shirt-m' },
          { at: 1, kind: 'remove', identifier: 'nobody' },
        ]);
        const reader = readerOf(engine);
        expect(identifiersOf(await ask(reader, 'source'))).toEqual(['new', 'shirt-s', 'far']);
        expect(identifiersOf(await ask(reader, 'new'))).toEqual(['shirt-s', 'source', 'far']);
        expect(await reader.source('shirt-m')).toBeNull();
        expect(await engine.product(dataset, 'shirt-m')).toBeNull();
        expect(await engine.product(dataset, 'new')).toMatchObject({ displayText: 'Product new' });
        const scanned = [...reader.scan()].map((one) => one.identifier);
        expect(scanned).toEqual(['far', 'new', 'shirt-s', 'sold-out', 'source', 'unseen']);
        expect(reader.size).toBe(6);
      });

      it('finds the words of what was added or renamed', async () => {
        await publish(engine, dataset, draft, shop);
        await engine.change(dataset, [
          { at: 1, kind: 'put', product: productOf('lamp', { displayText: 'Brass lamp' }), picture: null },
          { at: 1, kind: 'update', identifier: 'far', set: { displayText: 'Brass kettle' } },
        ]);
        const find = async (text: string) =>
          identifiersOf(
            await ask(readerOf(engine), 'source', {
              seed: {
                kind: 'text',
                source: null,
                query: {
                  text,
                  searchMode: 'All',
                  fuzzySensitiveness: 'Off',
                  minimumFuzzyTermLength: 4,
                  enableFuzzyNumberMatch: false,
                  synonyms: [],
                },
              },
            }),
          ).sort();
        expect(await find('brass')).toEqual(['far', 'lamp']);
        expect(await find('kettle')).toEqual(['far']);
        expect(await find('product')).not.toContain('far');
      });

      it('never lets a late old change win', async () => {
        await publish(engine, dataset, draft, shop);
        await engine.change(dataset, [setPrice(20, 200)]);
        await engine.change(dataset, [setPrice(10, 100)]);
        expect(await priceOf('far')).toBe(20);
        await engine.change(dataset, [setPrice(30, 200)]);
        expect(await priceOf('far')).toBe(30);
        const removal = { at: 300, kind: 'remove', identifier: 'far' } as const;
        await engine.change(dataset, [removal, setPrice(40, 250)]);
        expect(await engine.product(dataset, 'far')).toBeNull();
      });

      it('takes them up in the next version, and only once', async () => {
        await publish(engine, dataset, draft, shop);
        await engine.change(dataset, [setPrice(20, 200), { at: 5, kind: 'remove', identifier: 'source' }]);
        const builder = await engine.buildProducts(dataset, draft);
        for (const product of shop) await builder.add(product);
        const { version, size } = await builder.finish();
        expect(size).toBe(shop.length - 1);
        await engine.change(dataset, [setPrice(25, 250)]);
        await engine.makeLive(dataset, version);
        expect(await priceOf('far')).toBe(25);
        expect(await engine.product(dataset, 'source')).toBeNull();
        await publish(engine, dataset, draft, shop);
        expect(await priceOf('far')).toBe(25);
        await publish(engine, dataset, draft, shop);
        expect(await priceOf('far')).toBe(1);
        expect(await engine.product(dataset, 'source')).not.toBeNull();
      });

      it('leaves to a draft what it says of a later time', async () => {
        await publish(engine, dataset, draft, shop);
        await engine.change(dataset, [
          setPrice(20, 200),
          { at: 400, kind: 'update', identifier: 'source', set: { price: 44 } },
        ]);
        const builder = await engine.buildProducts(dataset, draft, { asOf: 300 });
        for (const product of shop) await builder.add(product);
        await engine.makeLive(dataset, (await builder.finish()).version);
        expect(await priceOf('far')).toBe(1);
        expect(await priceOf('source')).toBe(44);
      });

      it('keeps them through a roll back, and to a version that was built without them', async () => {
        const first = await publish(engine, dataset, draft, shop);
        await engine.change(dataset, [setPrice(20, 200)]);
        const second = await publish(engine, dataset, draft, shop);
        await engine.change(dataset, [{ at: 300, kind: 'update', identifier: 'source', set: { price: 44 } }]);
        await engine.makeLive(dataset, first.version);
        expect([await priceOf('far'), await priceOf('source')]).toEqual([20, 44]);
        await engine.makeLive(dataset, second.version);
        expect([await priceOf('far'), await priceOf('source')]).toEqual([20, 44]);
      });

      it('refuses them while nothing is live', async () => {
        await expect(engine.change(other, [setPrice(1, 1)])).rejects.toMatchObject({ code: 'not-found' });
        expect(await engine.product(other, 'far')).toBeNull();
      });

      it('filters by what was said live', async () => {
        await publish(engine, dataset, draft, shop);
        const set = { fields: { colour: 'blue' } };
        await engine.change(dataset, [{ at: 1, kind: 'update', identifier: 'far', set }]);
        expect(identifiersOf(await ask(readerOf(engine), 'source', { filter: red }))).toEqual(['shirt-s']);
      });

      it('answers exactly as if the changed catalogue had been published, and publishes just that', async () => {
        await fc.assert(
          fc.asyncProperty(
            catalogueDraw,
            changeDraw,
            async ({ draft: about, products, questions }, changes) => {
              await publish(engine, dataset, about, products);
              const changed = changedPlainly(products, changes);
              fc.pre(changed.length > 0);
              const half = Math.floor(changes.length / 2);
              await engine.change(dataset, changes.slice(0, half));
              await engine.change(dataset, changes.slice(half));
              await expectPlainAnswers(readerOf(engine), about, changed, questions);
              await publish(engine, dataset, about, products);
              await expectPlainAnswers(readerOf(engine), about, changed, questions);
            },
          ),
          { numRuns: 40 },
        );
      }, 180_000);
    });

    describe('words', () => {
      const about: ProductDraft = {
        ...draft,
        fields: [...fields, field('brand', 'text', { searchable: true })],
      };
      const named = (identifier: string, displayText: string, brand = 'Acme'): DraftProduct => ({
        product: productOf(identifier, { displayText, fields: { brand } }),
        picture: null,
      });
      const query = {
        text: '',
        searchMode: 'All',
        fuzzySensitiveness: 'Off',
        minimumFuzzyTermLength: 4,
        enableFuzzyNumberMatch: false,
        synonyms: [],
      } as const;
      const find = (text: string, more: Partial<Parameters<typeof asked>[1]> = {}) => asked(text, more);
      const asked = async (
        text: string,
        more: Partial<Extract<Question['seed'], { kind: 'text' }>['query']>,
      ) =>
        readerOf(engine).search({
          seed: { kind: 'text', source: null, query: { ...query, text, ...more } },
          same: open,
          exclude: null,
          filter: null,
          minimumScore: 0,
          candidates: 10,
          arrangement: noArrangement,
          orderBy: [],
          page: { skip: 0, take: 10 },
          facets: ['brand'],
          explain: false,
        });
      beforeEach(() =>
        publish(engine, dataset, about, [
          named('1', 'Red running shoes'),
          named('2', 'Blue running shoe'),
          named('3', 'Ladies skirt', 'Müller'),
          named('4', 'Model 4512 lamp'),
          named('5', 'Sofa'),
        ]),
      );

      it('finds every word, whatever its case, accents and number', async () => {
        expect(identifiersOf(await find('RUNNING Shoe')).sort()).toEqual(['1', '2']);
        expect(identifiersOf(await find('muller'))).toEqual(['3']);
        expect(identifiersOf(await find('red shoes'))).toEqual(['1']);
      });

      it('is content with some of the words when asked so, and scores them by their share', async () => {
        const answer = await find('red running shoes', { searchMode: 'Any' });
        expect(identifiersOf(answer)).toEqual(['1', '2']);
        const [first, second] = answer.hits.map((hit) => hit.score);
        expect(first).toBeGreaterThan(second ?? 1);
        expect(first).toBeLessThanOrEqual(1);
      });

      it('forgives typing errors of unknown words as far as it is allowed', async () => {
        expect((await find('runnig')).count).toBe(0);
        const answer = await find('runnig', { fuzzySensitiveness: 'One' });
        expect(identifiersOf(answer).sort()).toEqual(['1', '2']);
        expect(answer.text).toEqual({
          originalQuery: 'runnig',
          alteredQuery: 'running',
          changedTerms: { runnig: ['running'] },
          fuzzied: true,
        });
        expect((await find('runig', { fuzzySensitiveness: 'One' })).count).toBe(0);
        expect((await find('runig', { fuzzySensitiveness: 'Two' })).count).toBe(2);
        expect((await find('runnig', { fuzzySensitiveness: 'One', minimumFuzzyTermLength: 7 })).count).toBe(
          0,
        );
      });

      it('forgives digits only when told so', async () => {
        expect((await find('4513', { fuzzySensitiveness: 'One' })).count).toBe(0);
        const answer = await find('4513', { fuzzySensitiveness: 'One', enableFuzzyNumberMatch: true });
        expect(identifiersOf(answer)).toEqual(['4']);
      });

      it('knows synonyms', async () => {
        const answer = await find('couch', { synonyms: [['sofa', 'couch']] });
        expect(identifiersOf(answer)).toEqual(['5']);
        expect(answer.text).toMatchObject({ changedTerms: { couch: ['sofa'] }, fuzzied: false });
      });

      it('counts facets over what the words found', async () => {
        const { facets } = await find('running');
        expect(facets).toMatchObject([{ field: 'brand', count: 2, values: [{ name: 'Acme', count: 2 }] }]);
      });
    });

    describeWords(() => engine);

    describe('keywords', () => {
      const entries = [
        {
          text: 'running shoe',
          displayText: 'Running shoes',
          popularity: 9,
          suggestions: [suggestion('trail shoe'), suggestion('sock', 'next'), suggestion('shoe running')],
        },
        {
          text: 'red dress',
          displayText: 'Red dress',
          popularity: 5,
          suggestions: [suggestion('long dress')],
        },
      ];
      beforeEach(async () => {
        const { version, size } = await engine.buildKeywords(dataset, 'en', entries);
        expect(size).toBe(2);
        await engine.makeLive(dataset, version);
      });
      const suggest = async (pattern: string, more = {}) => {
        const reader = engine.keywords(dataset);
        if (!reader) throw new Error('no reader');
        const answer = await reader.suggest({ pattern, size: 10, directions: ['refine', 'next'], ...more });
        return { ...answer, suggestions: answer.suggestions.map((one) => one.text) };
      };

      it('has the ready list of a pattern, without the pattern itself', async () => {
        expect(await suggest('  Running SHOES ')).toEqual({
          understoodAs: null,
          suggestions: ['trail shoe', 'sock'],
        });
        expect(engine.products(dataset)).toBeNull();
      });

      it('keeps to size and directions', async () => {
        expect((await suggest('running shoes', { size: 1 })).suggestions).toEqual(['trail shoe']);
        expect((await suggest('running shoes', { directions: ['next'] })).suggestions).toEqual(['sock']);
      });

      it('understands misspelt patterns, other word orders and patterns that share words', async () => {
        expect((await suggest('runing shoes')).understoodAs).toBe('running shoe');
        expect((await suggest('shoes running')).suggestions).toEqual(['trail shoe', 'sock']);
        expect((await suggest('dress for a wedding')).understoodAs).toBe('red dress');
      });

      it('has nothing for what it does not understand', async () => {
        expect(await suggest('zebra')).toEqual({ understoodAs: null, suggestions: [] });
        expect(await suggest('?!')).toEqual({ understoodAs: null, suggestions: [] });
      });
    });
  });
};
