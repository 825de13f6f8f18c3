import type { Context, Outcome, Program } from '../program.ts';
import { watchHealth } from '../support/load.ts';
import { callStatus, keyHeader, relatedPath, searchPath, startService } from '../support/service.ts';
import { createShops, type TortureShop } from '../support/shops.ts';

type WorstCall = { readonly route: string; readonly path: string; readonly init: RequestInit };

const json = (headers: Record<string, string>, body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

const uploadWide = (headers: Record<string, string>): RequestInit => {
  const form = new FormData();
  const columns = Array.from({ length: 4000 }, () => 'title').join(',');
  form.set('feed', new Blob([`${columns}\n${'x,'.repeat(3999)}x\n`]), 'feed.csv');
  return { method: 'POST', headers, body: form };
};

const terms = (count: number): string =>
  Array.from({ length: count }, (_, place) => `price lt ${place + 1}`).join(' or ');

/** The most expensive call that the limits of each route allow. */
const listWorstCalls = (shop: TortureShop): WorstCall[] => {
  const key = { headers: keyHeader(shop.key) };
  const owner = { authorization: `Bearer ${shop.token}` };
  const admin = `/admin/websites/${shop.name}`;
  const prices = Array.from({ length: 1000 }, (_, place) => ({ identifier: `p${place}`, price: place + 1 }));
  const searches = Array.from({ length: 1000 }, (_, place) => ({
    query_id: `q${place}`,
    client_id: `c${place}`,
    user_query: `thing ${place}`,
    timestamp: new Date().toISOString(),
  }));
  const filter = encodeURIComponent(terms(100));
  return [
    { route: 'image search', path: `${searchPath(shop, 'p1')}&top=100`, init: key },
    { route: 'image search, 100 terms', path: `${searchPath(shop, 'p2')}&filter=${filter}`, init: key },
    { route: 'image search, sorted', path: `${searchPath(shop, 'p3')}&orderby=price%20desc`, init: key },
    {
      route: 'related keywords, unknown words',
      path: relatedPath(shop, 'shrit lmap '.repeat(15)),
      init: key,
    },
    {
      route: 'productData/products',
      path: '/productData/products',
      init: json(keyHeader(shop.ingest), prices),
    },
    { route: 'events', path: '/events', init: json(keyHeader(shop.key), searches) },
    { route: 'inspect', path: `${admin}/datasets/catalogue/inspect`, init: uploadWide(owner) },
    {
      route: 'find products',
      path: `${admin}/datasets/catalogue/products?search=thing`,
      init: { headers: owner },
    },
    { route: 'audit', path: `${admin}/audit`, init: { headers: owner } },
    { route: 'system', path: '/admin/system', init: { headers: owner } },
    { route: 'metrics', path: '/metrics', init: {} },
  ];
};

/** Milliseconds; stretches of the event loop beyond this are counted by the service as stalls, too. */
const longestWait = 50;

const run = async (context: Context): Promise<Outcome> => {
  const size = context.times(100_000, 200);
  const { config, shops } = await createShops(context.folder, ['north'], size);
  const [shop] = shops;
  if (shop === undefined) throw new Error('It was created above.');
  const service = await startService(config.dataDir);
  const waits: { readonly route: string; readonly ms: number; readonly status: number | string }[] = [];
  for (const { route, path, init } of listWorstCalls(shop)) {
    const health = watchHealth(service.port);
    let status: number | string = 0;
    for (let round = 0; round < 5; round += 1) status = await callStatus(service.url + path, init);
    const { waits: measured } = await health.stop();
    waits.push({ route, ms: Math.max(0, ...measured), status });
    context.log(`${route}: ${Math.max(0, ...measured).toFixed(0)} ms, answered ${status}`);
  }
  await service.stop();
  const slow = waits.filter(({ ms }) => ms > longestWait);
  const longest = Math.max(...waits.map(({ ms }) => ms));
  return {
    figure: `longest /healthz ${longest.toFixed(0)} ms over ${waits.length} worst calls at ${size} products; over ${longestWait} ms: ${slow.map(({ route, ms }) => `${route} ${ms.toFixed(0)} ms`).join(', ') || 'none'}`,
    failures: slow.map(({ route, ms }) => `${route}: /healthz waited ${ms.toFixed(0)} ms`),
  };
};

export const health: Program = {
  name: 'health',
  promise: 'the worst call of a route keeps /healthz waiting for less than 50 ms, at 100,000 products',
  inSmoke: false,
  run,
};
