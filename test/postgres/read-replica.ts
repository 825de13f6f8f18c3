import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { openEnginePool } from '../../src/engine/postgres/open-engine-pool.ts';
import { openPostgresEngine } from '../../src/engine/postgres/postgres.ts';
import { installServer } from '../../scripts/postgres/install-server.ts';
import { copyServer, startServer, stopCommand, stopWithOwner } from '../../scripts/postgres/run-server.ts';
import { dataset, draft, openReader, publish, scanIdentifiers, searchFrom, shop } from '../contract/shop.ts';
import { createProduct } from '../support/engine/catalogue-arbitraries.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/*
 * A server and a replica of it by streaming replication. Prints which of them answered: with the replica up to date, while its
 * replay is paused, while it is stopped, and when it is back.
 *
 *   node test/postgres/read-replica.ts
 */

const folder = mkdtempSync(join(tmpdir(), 'kindred-replica-'));
// The servers may run as another user.
chmodSync(folder, 0o755);
const bin = await installServer(join(tmpdir(), 'kindred-postgres'));
const [primary, standby] = ['primary', 'standby'].map((name) => ({ bin, data: join(folder, name, 'data') }));
if (!primary || !standby) throw new Error('Two servers are named.');
const primaryUrl = await startServer(primary);
stopWithOwner(primary, process.pid, join(folder, 'primary'));
copyServer(standby, primaryUrl);
appendFileSync(join(standby.data, 'postgresql.auto.conf'), '\nmax_standby_streaming_delay = 100ms\n');
let standbyUrl = await startServer(standby);
stopWithOwner(standby, process.pid, join(folder, 'standby'));
const { port } = new URL(standbyUrl);

const runOn = async (url: string, statement: string): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
};

const replica = openEnginePool({ url: standbyUrl });
let asked = 0;
const engine = await openPostgresEngine({
  database: openEnginePool({ url: primaryUrl }),
  replica: {
    ...replica,
    query: async (statement) => {
      const rows = await replica.query(statement);
      asked += statement.texts.join('').includes('max(revision)') ? 0 : 1;
      return rows;
    },
  } as typeof replica,
  pollMs: 100,
});
const put = (identifier: string) => ({
  kind: 'put' as const,
  at: Date.now(),
  product: createProduct(identifier),
  picture: null,
});
/** Asks for look-alikes and for all products; returns how many statements the replica answered. */
const ask = async (wanted: string): Promise<string> => {
  asked = 0;
  const reader = openReader(engine);
  const { hits } = await searchFrom(reader, 'source');
  const isThere = (await scanIdentifiers(reader)).includes(wanted);
  if (!isThere || hits.length === 0) process.exitCode = 1;
  return `${asked} statements answered by the replica; "${wanted}" is ${isThere ? 'there' : 'MISSING'}`;
};

try {
  await publish(engine, dataset, draft, shop);
  await setTimeout(4_000);
  print(`up to date: ${await ask('source')}`);
  await runOn(standbyUrl, 'SELECT pg_wal_replay_pause()');
  await engine.change(dataset, [put('while-behind')]);
  print(`replay paused: ${await ask('while-behind')}`);
  await runOn(standbyUrl, 'SELECT pg_wal_replay_resume()');
  await setTimeout(4_000);
  print(`caught up: ${await ask('while-behind')}`);
  execFileSync('sh', ['-c', stopCommand(standby)], { cwd: '/' });
  await engine.change(dataset, [put('while-away')]);
  print(`stopped: ${await ask('while-away')}`);
  standbyUrl = await startServer({ ...standby, port });
  await setTimeout(4_000);
  print(`back: ${await ask('while-away')}`);
} finally {
  await engine.close();
  for (const cluster of [standby, primary])
    execFileSync('sh', ['-c', `${stopCommand(cluster)} || true`], { cwd: '/' });
  rmSync(folder, { recursive: true, force: true });
}
