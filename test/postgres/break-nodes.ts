import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findServerFolder, installServer } from '../../scripts/postgres/install-server.ts';
import { startServer, stopCommand } from '../../scripts/postgres/run-server.ts';
import { publishKeywords } from '../support/cli/served-folder.ts';
import { openStoppableProxy } from '../support/postgres/stoppable-proxy.ts';
import { createServiceNodes, type ServiceNode } from '../support/postgres/service-node.ts';
import { aSubscription } from '../support/store/test-shop.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/*
 * Two services under load on one database. One of them is killed, the database is killed and started again, and nothing
 * that one of them sends to it arrives any more. Prints how long each recovery took, which calls failed, and whether anything acknowledged was lost:
 *
 *   node test/postgres/break-nodes.ts
 */

const pauseMs = 3_000;
const folder = mkdtempSync(join(tmpdir(), 'kindred-break-'));
// Started by root, the server runs as another user, who must reach its folder.
chmodSync(folder, 0o755);
const cluster = {
  bin: await installServer(findServerFolder()),
  data: join(folder, 'postgres', 'data'),
};
const databaseUrl = await startServer(cluster);
const port = new URL(databaseUrl).port;
const proxy = await openStoppableProxy(databaseUrl);
const services = createServiceNodes(folder, 2_000);
const setup = await services.openStore('setup', databaseUrl);
const shop = await publishKeywords(setup, services.versions);
const quota = aSubscription({ rate: null, quota: { calls: 1_000_000, per: 'month' } });
const { keys, subscription } = await setup.subscriptions.put(shop.website.id, 'test', quota);
const password = 'correct horse battery staple';
const owner = await setup.operators.put(shop.website.id, 'test', 'anna@shop.example', 'owner', password);
const token = (await setup.accounts.issueToken(owner.operatorId, 'test', 'script')).clear;
setup.close();

const nodes: Record<'one' | 'other', ServiceNode | null> = {
  one: await services.start('one', databaseUrl),
  other: await services.start('other', proxy.url),
};
type Name = keyof typeof nodes;
const answered = { one: 0, other: 0 };
const failed = { one: 0, other: 0 };
const acknowledged: string[] = [];
let refused = 0;
let isRunning = true;

const ask = async (name: Name): Promise<void> => {
  const node = nodes[name];
  if (node === null) return;
  try {
    const answer = await fetch(`${node.url}${shop.path}`, {
      headers: { 'ocp-apim-subscription-key': keys?.primary ?? '' },
    });
    await answer.arrayBuffer();
    if (answer.ok) answered[name] += 1;
    else failed[name] += 1;
  } catch {
    // A node that was just killed answers nobody.
    if (nodes[name] === node) failed[name] += 1;
  }
};

/** Whether a change was acknowledged by the node. */
const change = async (name: Name): Promise<boolean> => {
  const displayName = `Change ${acknowledged.length + refused}`;
  try {
    const answer = await fetch(`${nodes[name]?.url}/admin/websites/luma`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'luma', displayName, language: 'en', synonyms: [] }),
    });
    await answer.arrayBuffer();
    if (answer.ok) acknowledged.push(displayName);
    else refused += 1;
    return answer.ok;
  } catch {
    refused += 1;
    return false;
  }
};

const keepAsking = async (name: Name): Promise<void> => {
  while (isRunning) {
    await ask(name);
    await setTimeout(10);
  }
};
const keepChanging = async (): Promise<void> => {
  for (let at = 0; isRunning; at += 1) {
    await change(at % 2 === 0 ? 'one' : 'other');
    await setTimeout(50);
  }
};

/** Milliseconds until the work succeeds. */
const measure = async (work: () => Promise<boolean>): Promise<number> => {
  const startedAt = performance.now();
  while (!(await work())) await setTimeout(10);
  return Math.round(performance.now() - startedAt);
};

const load = [keepAsking('one'), keepAsking('other'), keepChanging()];
await setTimeout(pauseMs);

const killed = nodes.one;
nodes.one = null;
await killed?.kill();
await setTimeout(pauseMs);
const restartMs = await measure(async () => {
  nodes.one = await services.start('one', databaseUrl);
  return change('one');
});
print(`kill -9 of one node: it accepts changes again ${restartMs} ms after its start`);

process.kill(Number(readFileSync(join(cluster.data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
await setTimeout(pauseMs);
await startServer({ ...cluster, port });
const databaseMs = await measure(() => change('one'));
print(`kill -9 of the database for ${pauseMs} ms: changes are accepted ${databaseMs} ms after its start`);

proxy.stop();
await setTimeout(pauseMs);
const wereServing = { ...answered };
await setTimeout(pauseMs);
proxy.resume();
const cutMs = await measure(() => change('other'));
print(
  `nothing of one node arrived for ${2 * pauseMs} ms: in the second half it answered ${answered.other - wereServing.other} ` +
    `calls and the other one ${answered.one - wereServing.one}; it accepts changes ${cutMs} ms after the end`,
);

isRunning = false;
await Promise.all(load);
await setTimeout(pauseMs);
const fresh = await services.openStore('fresh', databaseUrl);
const entries = fresh.audit.list(shop.website.id, 100_000).map(({ after }) => JSON.stringify(after));
const lost = acknowledged.filter((name) => !entries.some((entry) => entry.includes(`"${name}"`)));
print(
  `changes: ${acknowledged.length} acknowledged, ${refused} refused, ${lost.length} acknowledged and lost`,
);
print(`audit log: ${fresh.audit.verify() === null ? 'whole' : 'broken'}`);
print(
  `calls: ${answered.one} and ${answered.other} answered, ${failed.one} and ${failed.other} failed on running nodes`,
);
const { Client } = await import('pg');
const client = new Client({ connectionString: databaseUrl });
await client.connect();
const { rows } = await client.query<{ calls: string }>(
  `SELECT sum(used) AS calls FROM (
       SELECT subscription_id, used FROM kindred.usage_count
       UNION ALL SELECT subscription_id, calls FROM kindred.quota_used
     ) AS counted WHERE subscription_id = ${subscription.id}`,
);
await client.end();
const all = answered.one + answered.other;
const counted = Number(rows[0]?.calls ?? 0);
// A call may have been counted whose answer the killed node did not send any more; half a second of its last
// counts is not written, far less than a tenth of this run.
const allowed = all / 10;
print(`quota: ${counted} counted, ${all} answered, ${Math.max(0, all - counted)} answered and not counted`);
fresh.close();
services.close();
proxy.close();
execFileSync('sh', ['-c', stopCommand(cluster)], { stdio: 'ignore' });
rmSync(folder, { recursive: true, force: true });
process.exitCode = lost.length > 0 || counted < all - allowed ? 1 : 0;
