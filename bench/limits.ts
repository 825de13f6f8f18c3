// What does a call cost when all processes share one rate limit? The yardstick is one UPDATE in SQLite without sync.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createLocalWindows, noNetwork, type RateWindows } from '../src/limits/rate-windows.ts';
import { openSharedWindows } from '../src/limits/shared-windows.ts';

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
const open = (): RateWindows =>
  openSharedWindows({ folder, onFailed: (error) => console.error(error), now: () => Date.now() });
const [shared, other, local] = [open(), open(), createLocalWindows()];

const yardstick = measureMicroseconds(() => update.get());
const printResult = (what: string, took: number): void =>
  console.log(`${what.padEnd(40)} ${took.toFixed(2)} µs  ${(took / yardstick).toFixed(3)} × the yardstick`);
printResult('one UPDATE in SQLite (yardstick)', yardstick);
printResult(
  'in memory, for one process',
  measureMicroseconds(() => local.take(claim, Date.now())),
);
printResult(
  'shared, one process calls',
  measureMicroseconds(() => shared.take(claim, Date.now())),
);
let turn = 0;
const takeAlternately = (): unknown => (turn++ % 2 === 0 ? shared : other).take(claim, Date.now());
printResult('shared, two call in turn', measureMicroseconds(takeAlternately));

for (const windows of [shared, other, local]) windows.close();
database.close();
rmSync(folder, { recursive: true, force: true });
