// What does a call cost when all threads share one rate limit? The yardstick is one UPDATE in SQLite without sync.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { noNetwork } from '../src/limits/network.ts';
import { allocateRateWindows, createRateWindows } from '../src/limits/rate-windows.ts';

const calls = 2_000;
const rounds = 30;
const folder = mkdtempSync(join(tmpdir(), 'kindred-bench-limits-'));
const claim = {
  subscriptionId: 1,
  network: noNetwork,
  rate: { calls: 1_000_000, perSeconds: 10 },
  addressRate: null,
};

/** Microseconds for each call: the best of many short rounds, because the machine may be busy with other work. */
const measureMicroseconds = (work: () => void): number => {
  const took = Array.from({ length: rounds }, () => {
    const startedAt = performance.now();
    for (let call = 0; call < calls; call += 1) work();
    return ((performance.now() - startedAt) * 1000) / calls;
  });
  return Math.min(...took);
};

const database = new DatabaseSync(join(folder, 'yardstick.sqlite'));
database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;
  CREATE TABLE counts (id INTEGER PRIMARY KEY, calls INTEGER); INSERT INTO counts VALUES (1, 0);`);
const update = database.prepare('UPDATE counts SET calls = calls + 1 WHERE id = 1 RETURNING calls');

const yardstick = measureMicroseconds(() => update.get());
const printResult = (what: string, took: number): void =>
  console.log(`${what.padEnd(40)} ${took.toFixed(2)} µs  ${(took / yardstick).toFixed(3)} × the yardstick`);
printResult('one UPDATE in SQLite (yardstick)', yardstick);
const memory = allocateRateWindows();
const windows = createRateWindows(memory);
const take = (): unknown => windows.take(claim, Date.now());
printResult('one thread calls', measureMicroseconds(take));

const other = new Worker(
  `import('${new URL('../src/limits/rate-windows.ts', import.meta.url).href}').then(({ createRateWindows }) => {
    const { memory, claim } = require('node:worker_threads').workerData;
    const windows = createRateWindows(memory);
    require('node:worker_threads').parentPort.postMessage('ready');
    for (;;) windows.take(claim, Date.now());
  })`,
  { eval: true, workerData: { memory, claim } },
);
await once(other, 'message');
printResult('while another thread does nothing else', measureMicroseconds(take));

await other.terminate();
database.close();
rmSync(folder, { recursive: true, force: true });
