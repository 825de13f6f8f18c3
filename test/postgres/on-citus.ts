import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { findServerFolder, installServer } from '../../scripts/postgres/install-server.ts';
import { startServer, stopWithOwner } from '../../scripts/postgres/run-server.ts';

/*
 * Starts a coordinator and two workers of Citus, and runs there: the contract suite of the engine, the recall of its vector
 * index, and the comparison of its answers with those of the embedded engine. Every version is spread over the workers.
 *
 *   node test/postgres/on-citus.ts [--folder /path] [--questions 200]
 *
 * The folder is one of `scripts/install-postgres.ts` into which Citus was installed:
 *
 *   ./configure PG_CONFIG=/path/root/usr/lib/postgresql/15/bin/pg_config --without-libcurl CPPFLAGS=-I/usr/include/postgresql
 *   make install with_llvm=no
 *
 * Without Citus it says so and ends.
 */

const { values } = parseArgs({
  options: { folder: { type: 'string' }, questions: { type: 'string', default: '200' } },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const runStatements = async (url: string, statements: readonly string[]): Promise<readonly object[]> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  let rows: readonly object[] = [];
  for (const statement of statements) rows = (await client.query<object>(statement)).rows;
  await client.end();
  return rows;
};

const startCluster = async (bin: string): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'kindred-citus-'));
  const settings = ['shared_preload_libraries=citus', 'citus.node_conninfo=sslmode=disable'];
  const urls: string[] = [];
  for (const name of ['coordinator', 'worker-1', 'worker-2']) {
    const cluster = { bin, data: join(folder, name), settings };
    const url = await startServer(cluster);
    stopWithOwner(cluster, process.pid, cluster.data);
    await runStatements(url, ['CREATE EXTENSION citus']);
    urls.push(url);
  }
  const [coordinator = '', ...workers] = urls;
  const nodes = workers.map((url) => `SELECT citus_add_node('127.0.0.1', ${new URL(url).port})`);
  const host = `SELECT citus_set_coordinator_host('127.0.0.1', ${new URL(coordinator).port})`;
  await runStatements(coordinator, [host, ...nodes]);
  return coordinator;
};

const folder = resolve(values.folder ?? findServerFolder());
const bin = await installServer(folder);
const libraries = execFileSync(join(bin, 'pg_config'), ['--pkglibdir'], { encoding: 'utf8' }).trim();
if (existsSync(join(libraries, 'citus.so'))) {
  const url = await startCluster(bin);
  const [about] = await runStatements(url, [
    'SELECT citus_version(), count(*) AS workers FROM citus_get_active_worker_nodes()',
  ]);
  print(JSON.stringify(about));
  const environment = { ...process.env, KINDRED_TEST_DATABASE_URL: url, KINDRED_TEST_CITUS: 'true' };
  const run = (...parameters: readonly string[]): boolean =>
    spawnSync(process.execPath, parameters, { stdio: 'inherit', env: environment }).status === 0;
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--no-file-parallelism'];
  const results = [
    run(...vitest, 'test/postgres/server.contract.test.ts'),
    run(...vitest, 'test/postgres/vector-index.test.ts', '-t', 'finds nearly all'),
    run('test/postgres/compare-answers.ts', '--questions', values.questions),
  ];
  const tables = await runStatements(url, [
    'SELECT table_name::text, shard_count, table_size FROM citus_tables',
  ]);
  print(`tables on workers: ${JSON.stringify(tables)}`);
  if (results.includes(false)) process.exitCode = 1;
} else
  print(`Citus is not installed in ${folder}: nothing was run. The head of this file says how to build it.`);
