import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compose } from '../../../../src/compose.ts';
import { applyDeclaration } from '../../../../src/declare/apply/apply.ts';
import type { Context, Outcome, Program } from '../../program.ts';
import { watchHealth } from '../../support/watch-health.ts';
import type { Stretch } from '../../support/record-stretches.ts';
import { callStatus, startService, type TortureService } from '../../support/service.ts';
import { createShops, type TortureFolder, type TortureShop } from '../../support/shops.ts';
import { listEveryRoute } from './every-route.ts';
import { heavyDeclaration, listWorstCalls, type WorstCall } from './worst-calls.ts';

/** Milliseconds. */
const longestWait = 50;

const root = join(import.meta.dirname, '..', '..', '..', '..');
const recorder = join(root, 'test', 'torture', 'support', 'record-stretches.ts');

/** Adds what makes calls expensive; gives the names that the routes are called with. */
const addContent = async ({ config }: TortureFolder, shop: TortureShop) => {
  const kindred = await compose(config);
  try {
    const { store, engine } = kindred;
    const applied = await applyDeclaration({ store, actor: 'test', baseFolder: null })(
      heavyDeclaration(shop),
    );
    const boxes = Object.fromEntries(applied.boxes.map(({ name, tracker }) => [name, tracker]));
    const params = {
      dataset: 'catalogue',
      box: 'words',
      identifier: 'p1',
      subscription: 'keys',
      version: engine.products(shop.products)?.version ?? '',
      ruleId: String(applied.campaigns[0]?.ruleId ?? 0),
      email: `member@${shop.name}.example`,
    };
    const { id } = applied.website;
    await store.operators.put(id, 'test', params.email, 'viewer', `a long password of ${params.email}`);
    return { boxes, params };
  } finally {
    await kindred.close();
  }
};

type Measured = {
  readonly route: string;
  readonly status: number | string;
  /** Longest wait of /healthz. */
  readonly waitMs: number;
  /** When the first call was made, which is not measured: it also compiles the code that the others run. */
  readonly firstAt: number;
  readonly from: number;
  readonly to: number;
};

/** An import of one product: most products would vanish, so it waits for approval. */
const startImport = async ({ url }: TortureService, shop: TortureShop): Promise<string> => {
  const form = new FormData();
  form.set('feed', new Blob(['id,title,link,price\nnew1,New,https://shop.example/new1,5\n']), 'feed.csv');
  const response = await fetch(`${url}/admin/websites/${shop.name}/datasets/catalogue/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.token}` },
    body: form,
  });
  return ((await response.json()) as { readonly id?: string }).id ?? '';
};

/** How often a call is measured that kept /healthz waiting. The machine may have been busy once; what a call causes comes back. */
const attempts = 3;

const measureCall = async (
  service: TortureService,
  call: WorstCall,
  rounds: number,
  attempt = 1,
): Promise<Measured> => {
  const { route, path, init } = call;
  const firstAt = Date.now();
  await callStatus(service.url + path, init);
  const health = await watchHealth(service.port);
  const from = Date.now();
  let status: number | string = 0;
  for (let round = 0; round < rounds; round += 1) status = await callStatus(service.url + path, init);
  const { waits, failures } = await health.stop();
  const waitMs = Math.max(0, ...waits);
  if (waitMs > longestWait && attempt < attempts) return measureCall(service, call, rounds, attempt + 1);
  return { route, status: failures[0] ?? status, waitMs, firstAt, from, to: Date.now() };
};

/** The longest processor time of the loop without a break, while this call was in work. */
const longestStretch = (stretches: readonly Stretch[], from: number, to: number): number =>
  Math.max(
    0,
    ...stretches.filter(({ endedAt }) => endedAt >= from && endedAt <= to + 20).map(({ cpuMs }) => cpuMs),
  );

const run = async (context: Context): Promise<Outcome> => {
  const size = context.times(100_000, 200);
  const shops = await createShops(context.folder, ['north'], size);
  const [shop] = shops.shops;
  if (shop === undefined) throw new Error('It was created above.');
  const { boxes, params } = await addContent(shops, shop);
  const file = join(context.folder, 'stretches.json');
  const program = [process.execPath, '--import', recorder, join(root, 'src', 'main.ts')];
  const service = await startService(shops.config.dataDir, { KINDRED_STRETCHES: file }, program);
  const measured: Measured[] = [];
  for (const call of listWorstCalls(shop, boxes)) measured.push(await measureCall(service, call, 5));
  const everyRoute = listEveryRoute(shop, { ...params, import: await startImport(service, shop) });
  for (const call of everyRoute) measured.push(await measureCall(service, call, 2));
  await service.stop();
  const stretches = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Stretch[]) : [];
  const rows = measured.map((each) => ({ ...each, cpuMs: longestStretch(stretches, each.from, each.to) }));
  const firstMs = Math.max(...measured.map(({ firstAt, from }) => longestStretch(stretches, firstAt, from)));
  for (const { route, waitMs, cpuMs, status } of rows)
    context.log(`${route}: /healthz ${waitMs.toFixed(0)} ms, loop ${cpuMs.toFixed(0)} ms, ${status}`);
  const slow = rows.filter(({ waitMs, cpuMs }) => Math.max(waitMs, cpuMs) > longestWait);
  const failed = rows.filter(({ status }) => typeof status === 'string' || status >= 500);
  const longest = (pickMs: (row: (typeof rows)[number]) => number): string =>
    Math.max(...rows.map(pickMs)).toFixed(0);
  return {
    figure: `${rows.length} calls at ${size} products: longest /healthz ${longest(({ waitMs }) => waitMs)} ms, longest stretch of the loop ${longest(({ cpuMs }) => cpuMs)} ms of processor time (${firstMs.toFixed(0)} ms when called for the first time); over ${longestWait} ms: ${slow.length}`,
    failures: [
      ...slow.map(
        ({ route, waitMs, cpuMs }) =>
          `${route}: /healthz waited ${waitMs.toFixed(0)} ms (loop ${cpuMs.toFixed(0)} ms)`,
      ),
      ...failed.map(({ route, status }) => `${route}: answered ${status}`),
    ],
  };
};

export const health: Program = {
  name: 'health',
  promise: 'the worst call of every route keeps /healthz waiting for less than 50 ms, at 100,000 products',
  inSmoke: false,
  needsQuiet: true,
  run,
};
