/*
 * How much sooner is an import done when two nodes embed its pictures? A feed of new pictures is imported by one node and then,
 * with an empty database and empty folders, by two; the second has nothing else to do.
 *   node bench/embedding-nodes.ts [--pictures 5000] [--folder <pictures>] [--cores 0,1]
 * Each node is pinned to one core (`taskset`), so that two cores stand for two machines: run it where nothing else does, or
 * beside what is pinned to other cores. Cores must not be the two threads of one.
 * Pictures of a folder, or generated JPEGs of 600 by 600 pixels. Printed are the seconds of the steps that embed, those of the
 * whole import, and how many pictures the second node embedded. The database is the one that KINDRED_TEST_DATABASE_URL names, or
 * one that is installed and started.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import sharp from 'sharp';
import { createNodeClient } from '../test/support/postgres/node-client.ts';
import { createServerDatabase, serverUrl, withoutServer } from '../test/support/postgres/server-database.ts';
import { createServiceNodes, type ServiceNode } from '../test/support/postgres/service-node.ts';
import { declareShop } from './support/declare-shop.ts';

const { values: options } = parseArgs({
  options: {
    pictures: { type: 'string', default: '5000' },
    folder: { type: 'string' },
    cores: { type: 'string', default: '0,1' },
  },
});
if (serverUrl === undefined) throw new Error(withoutServer);
const cores = options.cores.split(',').map(Number);
const promise = 0.6;
const kinds = ['lamp', 'mug', 'chair', 'vase', 'rug', 'clock', 'shelf', 'bowl'];
const folder = mkdtempSync(join(tmpdir(), 'kindred-embedding-nodes-'));
const images = join(folder, 'images');

const drawPicture = (at: number): Promise<unknown> => {
  const shapes = Array.from({ length: 12 }, (_, shape) => {
    const seed = at * 131 + shape * 977;
    const [x, y, size] = [150 + (seed % 300), 150 + ((seed * 7) % 300), 20 + ((seed * 13) % 90)];
    return `<circle cx="${x}" cy="${y}" r="${size}" fill="hsl(${seed % 360},${30 + (seed % 60)}%,${20 + (seed % 60)}%)"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><rect width="600" height="600" fill="white"/>${shapes.join('')}</svg>`;
  return sharp(Buffer.from(svg))
    .jpeg()
    .toFile(join(images, `${at}.jpg`));
};

/** Their names in the folder of the shop. */
const makePictures = async (count: number): Promise<string[]> => {
  mkdirSync(images);
  if (options.folder === undefined) {
    for (let at = 0; at < count; at += 1) await drawPicture(at);
    return Array.from({ length: count }, (_, at) => `${at}.jpg`);
  }
  const entries = readdirSync(options.folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.(jpe?g|png|webp)$/i.test(entry.name));
  return files.slice(0, count).map(({ parentPath, name }, at) => {
    const own = `${at}${extname(name)}`;
    cpSync(join(parentPath, name), join(images, own));
    return own;
  });
};

const writeFeed = (names: readonly string[]): string => {
  const rows = names.map((image, at) => {
    const kind = kinds[at % kinds.length];
    const link = `https://shop.example/p/${at}`;
    const row = { id: `p${at}`, title: `${kind} number ${at}`, link, price: 5 + (at % 200) };
    return JSON.stringify({ ...row, category: kind, image });
  });
  writeFileSync(join(folder, 'feed.ndjson'), rows.join('\n'));
  return join(folder, 'feed.ndjson');
};

type Figures = { readonly embedding: number; readonly whole: number; readonly byOthers: number };

const countByOthers = async (url: string): Promise<number> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ embedded: number | null }>(
    'SELECT sum(embedded)::int AS embedded FROM kindred.embedding_node',
  );
  await client.end();
  return rows[0]?.embedded ?? 0;
};

/** Seconds of the steps that embed, and of all. */
const measureImport = async (node: ServiceNode, token: string) => {
  const client = createNodeClient(token, 'shop');
  while ((await client.tryList(node, 'catalogue')) !== 200) await sleep(50);
  const begunMs = performance.now();
  const { id } = await client.startImport(node, 'catalogue');
  let embedding = 0;
  for (let beforeMs = begunMs; ; ) {
    await sleep(50);
    const job = (await client.listImports(node, 'catalogue')).find((each) => each.id === id);
    const nowMs = performance.now();
    if (/^(Pictures to decide on|Products and pictures)/.test(job?.step ?? ''))
      embedding += (nowMs - beforeMs) / 1000;
    beforeMs = nowMs;
    if (job?.state === 'published') return { embedding, whole: (nowMs - begunMs) / 1000 };
    if (job?.state !== 'queued' && job?.state !== 'running') throw new Error(`The import is ${job?.state}.`);
  }
};

const measureNodes = async (count: number, feed: string): Promise<Figures> => {
  const created = await createServerDatabase();
  const place = join(folder, `nodes${count}`);
  const services = createServiceNodes(place, 60_000);
  const store = await services.openStore('setup', created.url);
  try {
    const { websiteId, products } = await declareShop(store, { sameAsSource: ['category'] });
    const source = { file: feed, url: null, images, auth: null, schedule: null };
    await store.datasets.put(websiteId, 'bench', { ...products, source });
    const owner = ['anna@shop.example', 'owner', 'correct horse battery staple'] as const;
    const { operatorId } = await store.operators.put(websiteId, 'bench', ...owner);
    const token = (await store.accounts.issueToken(operatorId, 'bench', 'script')).clear;
    const start = async (core: number): Promise<ServiceNode> => {
      const node = await services.start(`node${core}`, created.url, undefined, { KINDRED_THREADS: '1' });
      execFileSync('taskset', ['-a', '-p', '-c', String(core), String(node.pid)], { stdio: 'ignore' });
      return node;
    };
    const nodes: ServiceNode[] = [];
    for (const core of cores.slice(0, count)) nodes.push(await start(core));
    const [first] = nodes;
    if (first === undefined) throw new Error('There is no node.');
    const measured = await measureImport(first, token);
    const byOthers = await countByOthers(created.url);
    for (const node of nodes) await node.stop();
    return { ...measured, byOthers };
  } finally {
    services.close();
    store.close();
    await created.drop();
  }
};

try {
  const names = await makePictures(Number(options.pictures));
  const feed = writeFeed(names);
  const one = await measureNodes(1, feed);
  console.log(
    `${names.length} pictures, one node: embedding ${one.embedding.toFixed(1)} s, the whole import ${one.whole.toFixed(1)} s`,
  );
  const two = await measureNodes(2, feed);
  const share = two.embedding / one.embedding;
  console.log(
    `${names.length} pictures, two nodes: embedding ${two.embedding.toFixed(1)} s (${share.toFixed(2)}), ` +
      `the whole import ${two.whole.toFixed(1)} s (${(two.whole / one.whole).toFixed(2)}), ` +
      `${two.byOthers} pictures embedded by the node that does not import`,
  );
  console.log(
    `embedding by two nodes: ${share.toFixed(2)} of the time of one (promise: at most ${promise}, ${share <= promise ? 'kept' : 'NOT kept'})`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
