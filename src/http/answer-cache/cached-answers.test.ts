import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countDrawn } from '../../../test/full-run.ts';
import { catalogue, catalogueFields } from '../../../test/support/http/catalogue.ts';
import { noon, openShop, type Shop } from '../../../test/support/http/shop.ts';
import type { Website } from '../../domain/website.ts';
import { planNeighbours } from '../../ingest/neighbour-plans.ts';
import { createApp } from '../app.ts';

/*
 * A service that caches its answers, beside one that makes each answer again. Both have the same store, engine and clock.
 * Whatever happens in between, they must say the same.
 */

const sequences = countDrawn('sequences of changes to cached answers');
const seed = Number(process.env['KINDRED_CACHE_SEED'] ?? Date.now() % 2 ** 31);
const stepsPerSequence = 40;

let shop: Shop;
let fresh: ReturnType<typeof createApp>;
beforeAll(async () => {
  shop = await openShop();
  fresh = createApp({ ...shop.needs, answerCache: { maximumBytes: 0, readerOf: () => null } });
});
afterAll(async () => {
  await fresh.close();
  await shop.close();
});

type Step = { readonly name: string; readonly run: () => Promise<void> | void };

const hourMs = 3_600_000;
const identifiers = ['p0', 'p2', 'p34', 'nothing'];
const identifier = fc.constantFrom(...identifiers);

const publish = async (changedPrice: number): Promise<void> => {
  const { tracker, id } = shop.north.products;
  // With neighbour lists: plain questions are then answered at once, until a live change touches a list.
  const plans = planNeighbours([shop.north.search], id);
  const draft = { fields: catalogueFields, language: 'en', model: 'test', plans };
  const builder = await shop.engine.buildProducts(tracker, draft);
  for (const { product, picture } of catalogue()) {
    const price = product.identifier === 'p2' ? changedPrice : (product.price ?? 0);
    await builder.add({ product: { ...product, price, fields: { ...product.fields, price } }, picture });
  }
  await shop.engine.makeLive(tracker, (await builder.finish()).version);
};

let lastChange = noon;

const change = (identifierToChange: string, price: number, available: boolean): Promise<void> => {
  lastChange += 1;
  return shop.engine.change(shop.north.products.tracker, [
    { kind: 'update', at: lastChange, identifier: identifierToChange, set: { price, available } },
  ]);
};

const effects = [
  { kind: 'banner', position: 'filterTop', contents: ['Sale'] },
  { kind: 'redirect', url: 'https://shop.example/sale' },
  {
    kind: 'promotion',
    highlighted: true,
    promotions: [{ action: 'pin', identifier: 'p8', position: 1 }],
  },
] as const;

const putCampaign = async (
  number: number,
  effect: (typeof effects)[number],
  hours: readonly [number, number],
  options: { readonly weekdays: readonly number[]; readonly share: number; readonly wanted: string | null },
): Promise<void> => {
  const [from, until] = hours.map((hour) => new Date(noon + hour * hourMs).toISOString());
  await shop.addCampaign({
    name: `campaign ${number}`,
    effect,
    share: options.share,
    when: options.wanted === null ? {} : { identifiers: [options.wanted] },
    schedule: { from: from ?? null, until: until ?? null, weekdays: [...options.weekdays] },
  });
};

const removeCampaign = async (number: number): Promise<void> => {
  const { id } = shop.north.website;
  const name = `campaign ${number}`;
  if (shop.store.campaigns.byName(id, name)) await shop.store.campaigns.remove(id, 'test', name);
};

const putBox = async (pageSize: number): Promise<void> => {
  if (shop.north.search.kind !== 'search') throw new Error('This is not a search box.');
  const { id: _id, tracker: _tracker, websiteId, ...box } = shop.north.search;
  await shop.store.boxes.put(websiteId, 'test', { ...box, pageSize });
};

const putWords = async (words: Partial<Pick<Website, 'synonyms' | 'redirects'>>): Promise<void> => {
  const { id: _id, tracker: _tracker, ...website } = shop.north.website;
  await shop.store.websites.put('test', { ...website, ...words });
};

let requests = 0;

const compare = async (path: string, query: string, headers: Record<string, string>): Promise<void> => {
  requests += 1;
  const request = {
    method: 'GET',
    url: `${path}?${query}`,
    headers: {
      'ocp-apim-subscription-key': shop.north.key,
      'x-request-id': `request-${requests}`,
      ...headers,
    },
  } as const;
  const [kept, made] = [await shop.app.inject(request), await fresh.inject(request)];
  const { date: _, ...keptHeaders } = kept.headers;
  const { date: __, ...madeHeaders } = made.headers;
  expect({ status: kept.statusCode, body: kept.body, headers: keptHeaders }).toEqual({
    status: made.statusCode,
    body: made.body,
    headers: madeHeaders,
  });
};

const ask = async (wanted: string, more: string, headers: Record<string, string>): Promise<void> => {
  const query = `btr=${shop.north.search.tracker}&identifier=${wanted}${more}`;
  await compare('/search/imagesearch', query, headers);
};

const askForRelated = async (box: 'relatedKeywords' | 'relatedProducts', pattern: string): Promise<void> => {
  const query = `btr=${shop.north[box].tracker}&pattern=${encodeURIComponent(pattern)}`;
  await compare('/relatedsearches/keywords', query, {});
};

const hour = fc.integer({ min: -30, max: 30 });
const request: fc.Arbitrary<Step> = fc
  .tuple(
    identifier,
    fc.constantFrom(
      '',
      '',
      '',
      '&top=3',
      '&top=3&page=2',
      '&TOP=3',
      '&filter=price%20lt%2030',
      '&orderby=price',
      '&pattern=shirt',
    ),
    fc.constantFrom({}, {}, { host: 'other.example' }, { 'accept-encoding': 'gzip' }),
  )
  .map(([wanted, more, headers]) => ({
    name: `ask ${wanted}${more} ${JSON.stringify(headers)}`,
    run: () => ask(wanted, more, headers),
  }));
const related: fc.Arbitrary<Step> = fc
  .tuple(fc.constantFrom('relatedKeywords', 'relatedProducts'), fc.constantFrom('shirt', 'lamp', ' Shirt'))
  .map(([box, pattern]) => ({
    name: `ask ${box} ${pattern}`,
    run: () => askForRelated(box, pattern),
  }));
const event: fc.Arbitrary<Step> = fc.oneof(
  fc.integer({ min: 5, max: 90 }).map((price) => ({ name: `publish ${price}`, run: () => publish(price) })),
  fc.tuple(identifier, fc.integer({ min: 5, max: 90 }), fc.boolean()).map(([wanted, price, available]) => ({
    name: `change ${wanted} to ${price}, ${available}`,
    run: () => change(wanted, price, available),
  })),
  fc
    .tuple(
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom(...effects),
      hour,
      hour,
      fc.record({
        weekdays: fc.constantFrom<readonly number[]>([], [], [7], [1, 2]),
        share: fc.constantFrom(1, 1, 0.5, 0),
        wanted: fc.option(identifier),
      }),
    )
    .map(([number, effect, from, until, options]) => ({
      name: `campaign ${number}: ${effect.kind} ${from} to ${until} ${JSON.stringify(options)}`,
      run: () => putCampaign(number, effect, [Math.min(from, until), Math.max(from, until) + 1], options),
    })),
  fc
    .integer({ min: 1, max: 3 })
    .map((number) => ({ name: `no campaign ${number}`, run: () => removeCampaign(number) })),
  hour.map((hours) => ({
    name: `clock at ${hours} h`,
    run: () => {
      shop.clock.nowMs = noon + hours * hourMs;
    },
  })),
  fc.integer({ min: 5, max: 20 }).map((size) => ({ name: `pages of ${size}`, run: () => putBox(size) })),
  fc
    .constantFrom<string[][]>([], [['shirt', 'top']])
    .map((synonyms) => ({ name: `synonyms ${synonyms.length}`, run: () => putWords({ synonyms }) })),
  fc
    .constantFrom<Website['redirects']>([], [{ term: 'Shirts', url: 'https://shop.example/shirts' }])
    .map((redirects) => ({ name: `redirects ${redirects.length}`, run: () => putWords({ redirects }) })),
);

/** Asked twice before and once after, so that a cached answer meets each event. */
const eventBetweenRequests: fc.Arbitrary<Step> = fc
  .tuple(event, identifier)
  .map(([{ name, run }, wanted]) => ({
    name: `ask ${wanted}, ${name}, ask ${wanted}`,
    run: async () => {
      for (const _ of [1, 2]) await ask(wanted, '', {});
      await run();
      await ask(wanted, '', {});
    },
  }));

const statistics = async () => {
  const text = (await shop.app.inject({ method: 'GET', url: '/metrics' })).body;
  const read = (name: string) =>
    Number(new RegExp(`^kindred_answer_cache_${name} (\\d+)`, 'm').exec(text)?.[1]);
  return { hits: read('hits_total'), misses: read('misses_total'), bytes: read('bytes') };
};

describe('cached answers', () => {
  it('never differ from answers that are made again', async () => {
    const step = fc.oneof(
      { weight: 4, arbitrary: request },
      { weight: 1, arbitrary: related },
      { weight: 5, arbitrary: eventBetweenRequests },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: stepsPerSequence, maxLength: stepsPerSequence, size: 'max' }),
        async (steps) => {
          for (const { run } of steps) await run();
        },
      ),
      { seed, numRuns: sequences, endOnFailure: true, reporter: reportSteps },
    );
    const { hits, misses, bytes } = await statistics();
    process.stdout.write(
      `seed ${seed}: ${sequences} sequences, ${requests} requests, ${hits} from the cache, ${misses} made\n`,
    );
    expect([hits > sequences, misses > sequences, bytes > 0]).toEqual([true, true, true]);
  });
});

/** The names of the steps say what happened; the functions in them would print as nothing. */
const reportSteps = ({ failed, counterexample, errorInstance }: fc.RunDetails<[Step[]]>): void => {
  if (!failed) return;
  const names = counterexample?.[0].map(({ name }) => name).join('\n') ?? '';
  throw new Error(`seed ${seed}, after these steps:\n${names}\n${String(errorInstance)}`, {
    cause: errorInstance,
  });
};
