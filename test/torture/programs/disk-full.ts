import { execFileSync } from 'node:child_process';
import { closeSync, cpSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Context, Outcome, Program } from '../program.ts';
import {
  callStatus,
  keyHeader,
  relatedPath,
  searchPath,
  startService,
  type TortureService,
} from '../support/service.ts';
import { createShops, type TortureShop } from '../support/shops.ts';

/** A small disk of its own in memory, which only root may mount; null where that is not allowed. */
const mountDisk = (folder: string, megabytes: number): (() => void) | null => {
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return null;
  }
  return () => execFileSync('umount', ['-l', folder], { stdio: 'ignore' });
};

/** Fills the disk to the last byte. */
const fillDisk = (folder: string): string => {
  const file = join(folder, 'filler');
  const descriptor = openSync(file, 'a');
  for (const bytes of [1 << 20, 4096, 1]) {
    const block = Buffer.alloc(bytes, 1);
    try {
      for (;;) if (writeSync(descriptor, block) < bytes) break;
    } catch {
      // The disk is full for a block of this size.
    }
  }
  closeSync(descriptor);
  return file;
};

type Check = {
  readonly what: string;
  readonly status: number | string;
  readonly allowed: readonly (number | string)[];
};

const read = async ({ url }: TortureService, shop: TortureShop): Promise<Check[]> => [
  {
    what: 'image search',
    status: await callStatus(url + searchPath(shop, 'p1'), { headers: keyHeader(shop.key) }),
    allowed: [200],
  },
  {
    what: 'related keywords',
    status: await callStatus(url + relatedPath(shop, 'shirt'), { headers: keyHeader(shop.key) }),
    allowed: [200],
  },
  { what: '/healthz', status: await callStatus(`${url}/healthz`), allowed: [200] },
  { what: '/readyz', status: await callStatus(`${url}/readyz`), allowed: [200] },
];

const write = async (
  { url }: TortureService,
  shop: TortureShop,
  allowed: readonly number[],
): Promise<Check[]> => {
  const json = { 'content-type': 'application/json' };
  const post = (path: string, headers: Record<string, string>, body: unknown) =>
    callStatus(url + path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) });
  const product = { identifier: 'p1', price: 7, displayText: 'x'.repeat(20_000) };
  const events = Array.from({ length: 900 }, (_, place) => ({
    query_id: `q${place}`,
    client_id: 'c',
    user_query: `shirt ${place}`,
    timestamp: new Date().toISOString(),
  }));
  const campaign = {
    name: `c${Math.random()}`,
    effect: { redirect: { url: `https://shop.example/${'x'.repeat(1500)}` } },
    when: { brand: 'None' },
  };
  return [
    {
      what: 'live change',
      status: await post('/productData/product', keyHeader(shop.ingest), product),
      allowed,
    },
    { what: 'events', status: await post('/events', keyHeader(shop.key), events), allowed },
    {
      what: 'campaign',
      status: await post(
        `/admin/websites/${shop.name}/campaigns`,
        { authorization: `Bearer ${shop.token}` },
        campaign,
      ),
      allowed,
    },
    {
      what: 'cut upload',
      status: await uploadFeed(url, shop),
      allowed: [...allowed, 400, 413, 500, 503, 200],
    },
  ];
};

const uploadFeed = (url: string, shop: TortureShop): Promise<number | string> => {
  const form = new FormData();
  form.set('feed', new Blob(['id,title\n', 'x'.repeat(3 << 20)]), 'feed.csv');
  return callStatus(`${url}/admin/websites/${shop.name}/datasets/catalogue/inspect`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.token}` },
    body: form,
  });
};

const judge = (phase: string, checks: readonly Check[]): string[] =>
  checks
    .filter(({ status, allowed }) => !allowed.includes(status))
    .map(({ what, status }) => `${phase}: ${what} answered ${status}`);

const runOnDisk = async (context: Context, disk: string): Promise<Outcome> => {
  const { config, shops } = await createShops(context.folder, ['north'], 60);
  const [shop] = shops;
  if (shop === undefined) throw new Error('It was created above.');
  const dataDir = join(disk, 'data');
  cpSync(config.dataDir, dataDir, { recursive: true });
  const failures: string[] = [];
  // A first start reserves the space that a start on a full disk needs.
  await (await startService(dataDir, { NODE_COMPILE_CACHE: '' })).stop();
  const rounds = context.times(20, 2);
  for (let round = 0; round < rounds; round += 1) {
    // The first half is full before the start, the second half becomes full while the service runs.
    const isFullAtStart = round % 2 === 0;
    if (isFullAtStart) fillDisk(disk);
    const service = await startService(dataDir, { NODE_COMPILE_CACHE: '' });
    const filler = fillDisk(disk);
    const phase = isFullAtStart ? 'started on a full disk' : 'full while running';
    failures.push(...judge(phase, await read(service, shop)));
    failures.push(...judge(phase, await write(service, shop, [503])));
    failures.push(...judge(`${phase}, after writes`, await read(service, shop)));
    rmSync(filler);
    failures.push(...judge(`${phase}, freed`, await read(service, shop)));
    failures.push(...judge(`${phase}, freed`, await write(service, shop, [200, 201, 202])));
    if (service.child.exitCode !== null) failures.push(`${phase}: the process ended`);
    await service.stop();
  }
  return { figure: `${rounds} full disks, ${failures.length} wrong answers`, failures };
};

const run = async (context: Context): Promise<Outcome> => {
  const disk = join(context.folder, 'disk');
  const unmount = mountDisk(disk, 24);
  if (unmount === null) return { figure: 'not run: mounting a tmpfs needs root', failures: [] };
  try {
    return await runOnDisk(context, disk);
  } finally {
    unmount();
  }
};

export const diskFull: Program = {
  name: 'disk-full',
  promise:
    'on a full disk both operations go on, a start is possible, writes answer 503, and all resumes by itself',
  inSmoke: true,
  run,
};
