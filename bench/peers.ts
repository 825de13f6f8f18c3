/*
 * The 200 nearest of a known product, three facets over them and a page of 24: this engine next to vector stores from npm
 * that do the same work in the same process, and next to PostgreSQL with pgvector (installed for the run where it can be),
 * one question after the other.
 *   npm install --prefix bench --no-package-lock
 *   node bench/peers.ts [--products 20000] [--dimensions 256] [--questions 300] [--only name]… [--json]
 * Every store is asked about other products first, three times as many as are measured: that compiles the code and fills
 * caches. Prints the time of an answer with its ratio to Kindred's, the recall of its page against an exact scan, and the
 * time to build. Stores are built one after the other, each in the form that its documentation advises.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { kindred } from './peers/kindred.ts';
import { lanceDb } from './peers/lancedb.ts';
import { createPeerCatalogue, findTruePages } from './peers/catalogue.ts';
import { orama } from './peers/orama.ts';
import type { Catalogue, Peer, Search } from './peers/peer.ts';
import { pgvector } from './peers/pgvector.ts';
import { sqliteVec } from './peers/sqlite-vec.ts';
import { usearch } from './peers/usearch.ts';

const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: '20000' },
    dimensions: { type: 'string', default: '256' },
    questions: { type: 'string', default: '300' },
    only: { type: 'string', multiple: true },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

type Times = { readonly medianMs: number; readonly cpuMs: number; readonly recall: number };
type Row = { readonly buildSeconds: number; readonly plain: Times; readonly filtered: Times };

/** About the three products after each that is measured: results are made ready after 512 questions. */
const warmUp = async (search: Search, ids: readonly number[], size: number, colour: string | null) => {
  for (const step of [1, 2, 3])
    for (const id of ids) {
      await search((id + step) % size, colour);
      // As in a service, where work in idle time gets its turn between two questions.
      await setImmediate();
    }
};

const ask = async (
  search: Search,
  ids: readonly number[],
  colour: string | null,
  truth: ReadonlyMap<number, ReadonlySet<number>>,
): Promise<Times> => {
  const times: number[] = [];
  const used = process.cpuUsage();
  let [found, expected] = [0, 0];
  for (const id of ids) {
    const startedAt = performance.now();
    const { page } = await search(id, colour);
    times.push(performance.now() - startedAt);
    const wanted = truth.get(id);
    if (!wanted) continue;
    found += page.filter((one) => wanted.has(one)).length;
    expected += wanted.size;
  }
  const { user, system } = process.cpuUsage(used);
  times.sort((a, b) => a - b);
  return {
    medianMs: times[Math.floor(times.length / 2)] ?? Number.NaN,
    cpuMs: (user + system) / 1000 / ids.length,
    recall: found / expected,
  };
};

const measure = async (peer: Peer, catalogue: Catalogue, ids: readonly number[], colour: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'kindred-peers-'));
  try {
    const startedAt = performance.now();
    const { search, close } = await peer.build(catalogue, folder);
    const buildSeconds = (performance.now() - startedAt) / 1000;
    await warmUp(search, ids, catalogue.size, null);
    const plain = await ask(search, ids, null, findTruePages(catalogue, ids, null));
    await warmUp(search, ids, catalogue.size, colour);
    const filtered = await ask(search, ids, colour, findTruePages(catalogue, ids, colour));
    await close();
    return { buildSeconds, plain, filtered };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

const describe = (times: Times, own: Times) => ({
  medianMs: round(times.medianMs, 3),
  cpuMs: round(times.cpuMs, 3),
  recall: round(times.recall, 4),
  timesKindred: round(times.medianMs / own.medianMs, 1),
});

if (options.help) {
  console.log('node bench/peers.ts [--products n] [--dimensions n] [--questions n] [--only name]… [--json]');
} else {
  const size = Number(options.products);
  const catalogue = createPeerCatalogue(size, Number(options.dimensions));
  const count = Number(options.questions);
  const ids = Array.from({ length: count }, (_, at) => Math.floor(((at + 0.5) * size) / count));
  const { only } = options;
  const others = [usearch, lanceDb, sqliteVec, orama, pgvector].filter(
    ({ name }) => !only || only.some((part) => name.toLowerCase().includes(part.toLowerCase())),
  );
  const rows: [string, Row][] = [];
  for (const peer of [kindred, ...others])
    try {
      rows.push([peer.name, await measure(peer, catalogue, ids, 'Colour 3')]);
    } catch (error) {
      // The others are still worth comparing with.
      console.error(`${peer.name} failed`, error);
      process.exitCode = 1;
    }
  const own = rows[0]?.[1];
  const report: Record<string, Record<string, number>> = {};
  for (const [name, { buildSeconds, plain, filtered }] of rows) {
    report[`${name}, build`] = { seconds: round(buildSeconds, 1) };
    report[`${name}, no filter`] = describe(plain, own?.plain ?? plain);
    report[`${name}, one colour`] = describe(filtered, own?.filtered ?? filtered);
  }
  if (options.json) console.log(JSON.stringify(report));
  else
    for (const [name, values] of Object.entries(report)) console.log(name.padEnd(42), JSON.stringify(values));
}
