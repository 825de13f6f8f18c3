import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noon, openShop, type Shop } from '../../../test/support/http/shop.ts';
import type { Answer } from '../call/call.ts';
import { faultAnswer } from '../operation/edge.ts';
import { readEventsBody } from '../events/routes.ts';
import type { Json, JsonObject } from '../schema/json.ts';
import { openApiDocument } from './openapi.ts';

type Examples = Readonly<Record<string, { readonly value: Json }>>;
type Media = { readonly schema: JsonObject; readonly examples?: Examples };
type Body = { readonly content?: Readonly<Record<string, Media>> };
type Operation = { readonly requestBody?: Body; readonly responses: Readonly<Record<string, Body>> };

const document = openApiDocument();
const paths = document['paths'] as unknown as Record<string, Record<string, Operation>>;
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema(document, 'service');

const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

/** Every media type of a document, with its JSON pointer. */
const medias = operations.flatMap(({ path, method, operation: { requestBody, responses } }) => {
  const base = `/paths/${path.replaceAll('/', '~1')}/${method}`;
  const bodies: [string, Body | undefined][] = [
    [`${base}/requestBody`, requestBody],
    ...Object.entries(responses).map(([status, body]): [string, Body] => [
      `${base}/responses/${status}`,
      body,
    ]),
  ];
  return bodies.flatMap(([pointer, body]) =>
    Object.entries(body?.content ?? {}).map(([type, media]) => ({
      pointer: `${pointer}/content/${type.replaceAll('/', '~1')}`,
      media,
    })),
  );
});

const examplesOf = (path: string, status: number): Examples =>
  Object.values(paths[path] ?? {})[0]?.responses[status]?.content?.['application/json']?.examples ?? {};
const valuesOf = (path: string, status: number): Json[] =>
  Object.values(examplesOf(path, status)).map(({ value }) => value);

/** The bytes of a picture cannot be shown in JSON. */
const shown = medias.filter(({ media }) => !JSON.stringify(media.schema).includes('"binary"'));

describe('the examples', () => {
  it.each(shown)('$pointer has examples, and they match its schema', ({ pointer, media }) => {
    const check = ajv.compile({ $ref: `service#${pointer}/schema` });
    const examples = Object.entries(media.examples ?? {});
    expect(examples.length).toBeGreaterThan(0);
    for (const [name, { value }] of examples)
      expect([name, check(value), check.errors]).toEqual([name, true, null]);
  });

  it('show every status of an image search, and every block of campaigns', () => {
    const examples = Object.entries(examplesOf('/search/imagesearch', 200)).map(([name, { value }]) => ({
      name,
      value: value as JsonObject,
    }));
    expect(examples.map(({ name, value }) => [name, value['resultStatus']])).toEqual([
      ['resultFound', 'resultFound'],
      ['campaigns', 'resultFound'],
      ['errorOccured', 'errorOccured'],
      ['redirect', 'redirect'],
      ['resultNotFound', 'resultNotFound'],
    ]);
    const shown = new Set(examples.flatMap(({ value }) => Object.keys(value)));
    for (const block of ['redirect', 'banners', 'ads', 'promotionDetail', 'intentClarification'])
      expect(shown).toContain(block);
  });
});

describe('the service', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop({ inFlight: { total: 1, perWebsite: 1, queuedPerWebsite: 0, deadlineMs: 60_000 } });
  });
  afterAll(() => shop.close());

  const image = '/search/imagesearch';
  const related = '/relatedsearches/keywords';
  const send = (path: string, query: Record<string, string>, key: string | null = shop.north.key) =>
    shop.send(
      'GET',
      `${path}?${new URLSearchParams(query).toString()}`,
      key === null ? {} : { 'Ocp-Apim-Subscription-Key': key },
    );
  const nobody = '3a5f1b99-d6b0-4822-a6b8-cc0de8223653';

  it('answers invalid parameters with exactly the texts of the examples', async () => {
    const btr = shop.north.search.tracker;
    const images = [{ btr }, { btr: nobody, identifier: 'p0' }, { btr: nobody, identifier: 'p0', top: 'x' }];
    const texts = [];
    for (const query of images) texts.push((await send(image, query)).json);
    expect(texts).toEqual(valuesOf(image, 400));
    const keywords = [];
    for (const query of [{ btr: shop.north.relatedKeywords.tracker }, { btr: nobody, pattern: 'x' }])
      keywords.push((await send(related, query)).json);
    expect(keywords).toEqual(valuesOf(related, 400));
  });

  it.each([image, related])('refuses calls of %s with exactly the bodies of the examples', async (path) => {
    expect([(await send(path, {}, null)).json, (await send(path, {}, 'wrong')).json]).toEqual(
      valuesOf(path, 401),
    );
    expect([(await send(`${path}/more`, {})).json]).toEqual(valuesOf(path, 404));
    expect([(await shop.send('DELETE', path)).json]).toEqual(valuesOf(path, 405));
  });

  it('refuses what is over a limit as in the examples', async () => {
    shop.clock.nowMs = noon;
    const quota = await shop.addSubscription({ name: 'small', quota: { calls: 1, per: 'day' } });
    const rate = await shop.addSubscription({ name: 'slow', rate: { calls: 1, perSeconds: 8 } });
    const refusals: Json[] = [];
    for (const key of [quota, rate]) {
      await send(image, {}, key);
      refusals.push((await send(image, {}, key)).json as Json);
    }
    const [overQuota, overRate] = refusals;
    expect([overQuota]).toEqual(valuesOf(image, 403));
    const withoutSeconds = (value: Json | undefined) =>
      JSON.stringify(value).replace(/in \d+ seconds/, 'in N seconds');
    expect([withoutSeconds(overRate)]).toEqual(valuesOf(image, 429).map(withoutSeconds));
  });

  it('is busy or empty in the words of the examples', async () => {
    const { south, north } = shop;
    const empty = await send(image, { btr: south.search.tracker, identifier: 'p0' }, south.key);
    const calls = Array.from({ length: 12 }, (_, index) =>
      send(image, { btr: north.search.tracker, identifier: `p${index}` }),
    );
    const busy = (await Promise.all(calls)).find(({ status }) => status === 503);
    expect([busy?.json, empty.json]).toEqual(valuesOf(image, 503));
  });

  it('answers events that are no JSON with exactly the text of the example', () => {
    const refusal = (() => {
      try {
        return readEventsBody('no JSON');
      } catch (cause) {
        return faultAnswer(cause, 'r-1');
      }
    })();
    expect(refusal).toMatchObject({ status: 400 });
    expect([JSON.parse(String((refusal as Answer).body))]).toEqual(valuesOf('/events', 400));
  });
});
