import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productDataDocument } from '../product-data/openapi.ts';
import { pathParameterNames, type Route } from './contract/route.ts';
import { routeTable } from './route-table.ts';
import { requestBodyFor } from '../../../test/support/http/admin/request-bodies.ts';
import type { WebsiteFixture } from '../../../test/support/http/admin/website-fixture.ts';
import {
  addMember,
  type AdminResponse,
  bearer,
  createThreeWebsites,
  type AdminClient,
  openAdminClient,
} from '../../../test/support/http/admin/admin-client.ts';

/*
 * Three websites that differ in their names only. A member of one calls every route of both documents with the
 * identifiers of the others. Every name contains the name of its website, so that a leak is found by searching the
 * answer for it.
 */

type Name = 'north' | 'south' | 'uplands';
const names: readonly Name[] = ['north', 'south', 'uplands'];
const pairs = names.flatMap((own) =>
  names.filter((other) => other !== own).map((other) => [own, other] as const),
);

let client: AdminClient;
let shops: Record<
  Name,
  WebsiteFixture & { readonly token: string; readonly session: string; readonly tokenId: string }
>;

beforeAll(async () => {
  client = await openAdminClient();
  const { kindred } = client;
  const websites = await createThreeWebsites(client);
  const people = await Promise.all(
    names.map(async (name) => {
      const email = `owner@${name}.example`;
      const token = await addMember(kindred, websites[name].id, email, 'owner');
      const operator = kindred.store.accounts.byEmail(email);
      const [issued] = kindred.store.accounts.tokens(operator?.id ?? 0);
      const signedIn = await client.request({
        method: 'POST',
        url: '/admin/session',
        body: { email, password: `a long password of ${email}` },
      });
      expect(signedIn.status).toBe(200);
      const [session] = kindred.store.accounts.sessions(operator?.id ?? 0);
      return [
        name,
        { ...websites[name], token, tokenId: issued?.id ?? '', session: session?.id ?? '' },
      ] as const;
    }),
  );
  shops = Object.fromEntries(people) as typeof shops;
});

afterAll(() => client.close());

/** The path parameters of everything that belongs to a website. */
const paramsOf = (name: Name): Readonly<Record<string, string>> => {
  const { params, session, tokenId } = shops[name];
  return { ...params, session, token: tokenId, email: `owner@${name}.example` };
};

const urlOf = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

const ask = (row: Route, own: Name, params: Readonly<Record<string, string>>): Promise<AdminResponse> =>
  client.request({
    method: row.method,
    url: urlOf(row.path, params),
    headers: bearer(shops[own].token),
    ...(row.body !== undefined && { body: requestBodyFor(row.id, own) }),
  });

const withoutId = ({ status, text }: AdminResponse) => ({
  status,
  text: text.replace(/"requestId":"[^"]*"/, ''),
});

describe('the admin API', () => {
  const ofWebsites = routeTable.filter(
    ({ path, access }) => access !== 'administrator' && pathParameterNames(path).includes('website'),
  );
  // Routes with items of a website, or the caller's sessions and tokens, in the path. Routes of administrators are
  // about the whole installation; the role matrix shows that nobody else is admitted.
  const ofThings = routeTable.filter(
    ({ path, access }) =>
      access !== 'public' &&
      access !== 'administrator' &&
      pathParameterNames(path).some((name) => name !== 'website'),
  );
  const ofNothing = routeTable.filter(
    (row) => !ofWebsites.some(({ id }) => id === row.id) && !ofThings.some(({ id }) => id === row.id),
  );

  it.each(ofWebsites.map((row) => [row.id, row] as const))(
    '%s: answers for another website as for one that does not exist',
    async (_, row) => {
      for (const [own, other] of pairs) {
        const foreign = await ask(row, own, paramsOf(other));
        const nowhere = await ask(row, own, { ...paramsOf(other), website: 'nowhere' });
        expect(foreign.status).toBe(404);
        expect(withoutId(foreign)).toEqual(withoutId(nowhere));
      }
    },
  );

  it.each(ofThings.map((row) => [row.id, row] as const))(
    '%s: answers 404 for items of another website',
    async (_, row) => {
      for (const [own, other] of pairs) {
        for (const borrowed of pathParameterNames(row.path).filter((name) => name !== 'website')) {
          const response = await ask(row, own, {
            ...paramsOf(own),
            [borrowed]: paramsOf(other)[borrowed] ?? '',
          });
          expect([borrowed, response.status]).toEqual([borrowed, 404]);
          // The answer may repeat the requested name, but nothing else of the other website.
          expect(response.text.replaceAll(paramsOf(other)[borrowed] ?? '', '')).not.toContain(other);
        }
      }
    },
  );

  it.each(ofNothing.map((row) => [row.id, row] as const))(
    '%s: contains nothing of other websites',
    async (_, row) => {
      for (const [own, other] of pairs) {
        const response = await ask(row, own, { token: 'unknown' });
        expect(response.text).not.toContain(other);
      }
    },
  );

  it('lists, searches and previews contain nothing of other websites', async () => {
    const reading = ofWebsites.filter(({ method, id }) => method === 'GET' || id === 'previewBox');
    for (const row of reading) {
      for (const own of names) {
        const response = await ask(row, own, paramsOf(own));
        expect([row.id, response.status < 500]).toEqual([row.id, true]);
        for (const other of names.filter((name) => name !== own)) expect(response.text).not.toContain(other);
      }
    }
  });

  it('covers every operation of its document', () => {
    const covered = [...ofWebsites, ...ofThings, ...ofNothing].map(({ id }) => id);
    expect(new Set(covered)).toEqual(new Set(operationIds('openapi.admin.json')));
  });
});

/** Calls each public operation with identifiers of another website; an operation without a probe fails. */
const publicProbes: Readonly<Record<string, (own: Name, other: Name) => Promise<void>>> = {
  imageSearch: async (own, other) => {
    const search = (btr: string, identifier: string) =>
      askPublic('/search/imagesearch', own, { btr, identifier });
    const foreign = await search(shops[other].trackers.search, `${own}-p0`);
    const unknown = await search('00000000-0000-4000-8000-000000000000', `${own}-p0`);
    expect(foreign.status).toBe(400);
    expect(foreign.text).toBe(unknown.text);
    const product = await search(shops[own].trackers.search, `${other}-p0`);
    expect(product.json).toMatchObject({ resultStatus: 'resultNotFound', documents: null });
    const ownOne = await search(shops[own].trackers.search, `${own}-p0`);
    expect(ownOne.json).toMatchObject({ resultStatus: 'resultFound' });
    expect(ownOne.text).not.toContain(other);
  },
  relatedKeywords: async (own, other) => {
    const suggest = (btr: string) => askPublic('/relatedsearches/keywords', own, { btr, pattern: 'shirt' });
    const foreign = await suggest(shops[other].trackers.related);
    const unknown = await suggest('00000000-0000-4000-8000-000000000000');
    expect(foreign.status).toBe(400);
    expect(foreign.text).toBe(unknown.text);
    const ownOne = await suggest(shops[own].trackers.related);
    expect(ownOne.status).toBe(200);
    expect(ownOne.text).not.toContain(other);
  },
  photoSearch: async (own, other) => {
    const search = (btr: string, identifier: string) =>
      client.request({
        method: 'POST',
        url: `/search/imagesearch?btr=${btr}`,
        headers: { 'ocp-apim-subscription-key': shops[own].key, 'content-type': 'application/json' },
        body: { like: [{ identifier }] },
      });
    const foreign = await search(shops[other].trackers.search, `${own}-p0`);
    const unknown = await search('00000000-0000-4000-8000-000000000000', `${own}-p0`);
    expect(foreign.status).toBe(400);
    expect(foreign.text).toBe(unknown.text);
    const product = await search(shops[own].trackers.search, `${other}-p0`);
    expect([product.status, product.text]).toEqual([
      400,
      expect.stringContaining('has no picture of the product'),
    ]);
    const ownOne = await search(shops[own].trackers.search, `${own}-p0`);
    expect(ownOne.json).toMatchObject({ resultStatus: 'resultFound' });
    expect(ownOne.text).not.toContain(other);
  },
  events: async (own, other) => {
    const log = client.kindred.behaviour.log({ tracker: shops[other].tracker });
    const before = await log.fingerprint();
    const response = await client.request({
      method: 'POST',
      url: '/events',
      headers: { 'ocp-apim-subscription-key': shops[own].key, 'content-type': 'application/json' },
      body: {
        client_id: 'shopper',
        user_query: 'lamp',
        application: other,
        website: shops[other].tracker,
        event_attributes: { btr: shops[other].trackers.search },
      },
    });
    expect(response.status).toBe(202);
    expect(await log.fingerprint()).toBe(before);
  },
};

/** The same for live changes, with keys of kind `ingest`. */
const productProbes: typeof publicProbes = {
  updateProduct: (own, other) =>
    refused(own, other, 'POST', '/productData/product', { identifier: `${other}-p0`, price: 1 }),
  updateProducts: (own, other) =>
    refused(own, other, 'POST', '/productData/products', [{ identifier: `${other}-p0`, price: 1 }]),
  addProduct: (own, other) => addedToOwn(own, other, '/productData/product/add', (item) => item),
  addProducts: (own, other) => addedToOwn(own, other, '/productData/products/add', (item) => [item]),
  removeProduct: (own, other) => refused(own, other, 'DELETE', `/productData/product/${other}-p0`),
  currentProduct: async (own, other) => {
    await refused(own, other, 'GET', `/productData/product/${shops[other].tracker}/${other}-p0`);
    await refused(own, other, 'GET', `/productData/product/${shops[own].tracker}/${other}-p0`);
  },
};

const productNow = async (whose: Name, identifier: string): Promise<AdminResponse> =>
  client.request({
    method: 'GET',
    url: `/productData/product/${shops[whose].tracker}/${identifier}`,
    headers: { 'ocp-apim-subscription-key': shops[whose].ingestKey },
  });

/** Refused by identifier and by dataset name, and the product of the other website is unchanged. */
const refused = async (
  own: Name,
  other: Name,
  method: string,
  url: string,
  body?: unknown,
): Promise<void> => {
  const before = await productNow(other, `${other}-p0`);
  const headers = { 'ocp-apim-subscription-key': shops[own].ingestKey };
  for (const dataset of ['', `?dataset=${shops[other].datasetTracker}`, `?dataset=${other}-catalogue`]) {
    const response = await client.request({
      method,
      url: `${url}${dataset}`,
      headers,
      ...(body !== undefined && { body }),
    });
    expect([url, response.status >= 400 && response.status < 500]).toEqual([url, true]);
    expect(response.text.replaceAll(`${other}-p0`, '').replaceAll(`${other}-catalogue`, '')).not.toContain(
      other,
    );
  }
  expect((await productNow(other, `${other}-p0`)).text).toBe(before.text);
};

/** The same identifier may be added to the own website; the product of the other website is unchanged. */
const addedToOwn = async (
  own: Name,
  other: Name,
  url: string,
  wrap: (item: object) => unknown,
): Promise<void> => {
  const before = await productNow(other, `${other}-p1`);
  const item = { identifier: `${other}-p1`, displayText: 'Mine', url: 'https://a.example/1', price: 3 };
  const headers = { 'ocp-apim-subscription-key': shops[own].ingestKey };
  await client.request({ method: 'POST', url, headers, body: wrap(item) });
  const theirs = await client.request({
    method: 'POST',
    url: `${url}?dataset=${other}-catalogue`,
    headers,
    body: wrap(item),
  });
  expect(theirs.status).toBeGreaterThanOrEqual(400);
  expect((await productNow(other, `${other}-p1`)).text).toBe(before.text);
};

describe('live changes of products', () => {
  it.each(idsOf(productDataDocument()))(
    '%s: cannot read or change what belongs to another website',
    async (id) => {
      const probe = productProbes[id];
      expect(probe, `${id} is documented, but has no isolation probe`).toBeDefined();
      for (const [own, other] of pairs) await probe?.(own, other);
    },
  );
});

/** Routes without data of a website. */
const ofNobody = [
  '/',
  '/healthz',
  '/readyz',
  '/metrics',
  '/openapi.json',
  '/openapi-3.0.json',
  '/schemas/apply.json',
  '/docs',
  '/docs/*',
  '/docs/docs.css',
  '/docs/docs.js',
  '/docs/pictures/:name',
  '/docs/search.json',
  '/productData/openapi.json',
  '/admin/openapi.json',
  '/admin/*',
  '/portal',
  '/portal/*',
  '/storefront/kindred.js',
  '/storefront/parts/:file',
  '/clients/:file',
  '/pictures/:dataset/*',
];

describe('every route that is served', () => {
  it('is documented, and so covered by the tests above', () => {
    const documents = ['openapi.json', 'openapi.admin.json'].map(documentOf);
    const documented = new Set(
      [...documents, productDataDocument()].flatMap((document) => pathsOf(document)),
    );
    const served = [...client.routes]
      .map((route) => route.split(' ')[1] ?? '')
      .map((url) => url.replace(/^\/v1/, ''));
    const unknown = served.filter(
      (url) => !ofNobody.includes(url) && !documented.has(url.replaceAll(/:(\w+)/g, '{$1}')),
    );
    expect([...new Set(unknown)]).toEqual([]);
  });
});

describe('the public operations', () => {
  it.each(operationIds('openapi.json'))(
    '%s: treats what belongs to another website as unknown',
    async (id) => {
      const probe = publicProbes[id];
      expect(probe, `${id} is in openapi.json, but has no isolation probe`).toBeDefined();
      for (const [own, other] of pairs) await probe?.(own, other);
    },
  );
});

const askPublic = (path: string, own: Name, parameters: Record<string, string>): Promise<AdminResponse> => {
  const headers = { 'ocp-apim-subscription-key': shops[own].key };
  return client.request({
    method: 'GET',
    url: `${path}?${new URLSearchParams(parameters).toString()}`,
    headers,
  });
};

const operationIds = (file: string): string[] => {
  return idsOf(documentOf(file));
};

type Document = { readonly paths?: unknown };

const pathsOf = ({ paths }: Document): string[] => {
  return Object.keys(paths as object);
};

const documentOf = (file: string): Document => {
  const root = join(import.meta.dirname, '..', '..', '..');
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as Document;
};

const idsOf = ({ paths }: Document): string[] => {
  const methods = Object.values(paths as Record<string, Record<string, { operationId?: string }>>);
  return methods.flatMap((operations) =>
    Object.values(operations).flatMap(({ operationId }) => operationId ?? []),
  );
};
