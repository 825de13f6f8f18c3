import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { publishKeywords } from '../support/cli/served-folder.ts';
import { createServerDatabase, serverUrl, withoutServer } from '../support/postgres/server-database.ts';
import { createServiceNodes, type ServiceNode } from '../support/postgres/service-node.ts';
import { createBalancer } from '../support/postgres/small-balancer.ts';
import { aSubscription } from '../support/store/test-shop.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/*
 * Two nodes of an older version behind a load balancer are taken out of it, stopped, and started with this version, one after
 * the other, while calls and changes arrive. Prints what failed and what was lost:
 *
 *   node test/postgres/rolling-upgrade.ts <commit or tag of the older version>
 */

const ref = process.argv[2];
if (ref === undefined) throw new Error('Name a commit or a tag of the older version.');
if (serverUrl === undefined) throw new Error(withoutServer);
const root = join(import.meta.dirname, '..', '..');
const pauseMs = 3_000;
const folder = mkdtempSync(join(tmpdir(), 'kindred-upgrade-'));
const older = join(folder, 'older');
const runGit = (...words: string[]): string =>
  execFileSync('git', ['-C', root, ...words], { encoding: 'utf8' });
runGit('worktree', 'add', '--quiet', '--detach', older, ref);
symlinkSync(join(root, 'node_modules'), join(older, 'node_modules'));

const importOlder = (path: string): Promise<unknown> => import(pathToFileURL(join(older, path)).href);
const olderNodes = (await importOlder('test/support/postgres/service-node.ts')) as {
  createServiceNodes: typeof createServiceNodes;
};
const olderFolder = (await importOlder('test/support/cli/served-folder.ts')) as {
  publishKeywords: typeof publishKeywords;
};
const created = await createServerDatabase();
const services = createServiceNodes(folder, 5_000);
// Everything is created by the older version.
const setup = await olderNodes.createServiceNodes(folder, 5_000).openStore('setup', created.url);
const shop = await olderFolder.publishKeywords(setup, services.versions);
const limits = {
  rate: { calls: 10_000, perSeconds: 1 },
  quota: { calls: 1_000_000, per: 'month' },
} as const;
const { keys, subscription } = await setup.subscriptions.put(shop.website.id, 'test', aSubscription(limits));
const password = 'correct horse battery staple';
const owner = await setup.operators.put(shop.website.id, 'test', 'anna@shop.example', 'owner', password);
const token = (await setup.accounts.issueToken(owner.operatorId, 'test', 'script')).clear;
setup.close();

const balancer = createBalancer();
const nodes = new Map<string, ServiceNode>();
const versions = new Map<string, string>();
const startNode = async (name: string, program: string): Promise<void> => {
  const node = await services.start(name, created.url, program);
  nodes.set(name, node);
  versions.set(node.url, program === older ? 'the older version' : 'this version');
  await balancer.add(node.url);
};

const calls = { answered: 0, failed: 0 };
const changes = { failed: 0, acknowledged: [] as string[] };
const failures = new Set<string>();
let isRunning = true;

const ask = async (): Promise<void> => {
  const headers = { 'ocp-apim-subscription-key': keys?.primary ?? '' };
  const answer = await balancer.send(shop.path, { headers }).catch((error: unknown) => String(error));
  if (typeof answer !== 'string' && answer.status === 200) calls.answered += 1;
  else {
    calls.failed += 1;
    failures.add(
      typeof answer === 'string' ? answer : `${versions.get(answer.url)}: ${answer.status} ${answer.text}`,
    );
  }
};
const change = async (): Promise<void> => {
  const displayName = `Change ${changes.acknowledged.length + changes.failed}`;
  const body = JSON.stringify({ name: 'luma', displayName, language: 'en', synonyms: [] });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const path = '/admin/websites/luma';
  const answer = await balancer
    .send(path, { method: 'PUT', headers }, body)
    .catch((error: unknown) => String(error));
  if (typeof answer !== 'string' && answer.status === 200) changes.acknowledged.push(displayName);
  else {
    changes.failed += 1;
    failures.add(
      typeof answer === 'string' ? answer : `${versions.get(answer.url)}: ${answer.status} ${answer.text}`,
    );
  }
};
const keepDoing = async (work: () => Promise<void>, everyMs: number): Promise<void> => {
  while (isRunning) {
    await work();
    await setTimeout(everyMs);
  }
};

const upgrade = async (name: string): Promise<void> => {
  const node = nodes.get(name);
  const startedAt = performance.now();
  await balancer.remove(node?.url ?? '');
  await node?.stop();
  const stoppedMs = Math.round(performance.now() - startedAt);
  await startNode(name, root);
  const readyMs = Math.round(performance.now() - startedAt);
  print(`node ${name}: stopped after ${stoppedMs} ms, ready with the new version after ${readyMs} ms`);
};

try {
  for (const name of ['one', 'other']) await startNode(name, older);
  const load = [keepDoing(ask, 5), keepDoing(ask, 5), keepDoing(ask, 5), keepDoing(change, 40)];
  await setTimeout(pauseMs);
  await upgrade('one');
  const before = { calls: calls.answered, changes: changes.acknowledged.length };
  await setTimeout(pauseMs);
  print(
    `both versions for ${pauseMs} ms: ${calls.answered - before.calls} calls, ` +
      `${changes.acknowledged.length - before.changes} changes`,
  );
  await upgrade('other');
  await setTimeout(pauseMs);
  isRunning = false;
  await Promise.all(load);
  for (const node of nodes.values()) await node.stop();

  const fresh = await services.openStore('fresh', created.url);
  const entries = fresh.audit.list(shop.website.id, 100_000).map(({ after }) => JSON.stringify(after));
  const lost = changes.acknowledged.filter((name) => !entries.some((entry) => entry.includes(`"${name}"`)));
  const isWhole = fresh.audit.verify() === null;
  fresh.close();
  const { Client } = await import('pg');
  const client = new Client({ connectionString: created.url });
  await client.connect();
  const { rows } = await client.query<{ calls: string }>(
    `SELECT sum(used) AS calls FROM (
       SELECT subscription_id, used FROM kindred.usage_count
       UNION ALL SELECT subscription_id, calls FROM kindred.quota_used
     ) AS counted WHERE subscription_id = ${subscription.id}`,
  );
  await client.end();
  print(`upgraded from ${runGit('rev-parse', '--short', ref).trim()}`);
  print(`calls: ${calls.answered} answered, ${calls.failed} failed; quota: ${rows[0]?.calls} counted`);
  print(
    `changes: ${changes.acknowledged.length} acknowledged, ${changes.failed} failed, ${lost.length} lost; ` +
      `audit log: ${isWhole ? 'whole' : 'broken'}`,
  );
  for (const failure of failures) print(`  ${failure}`);
  const isGood = calls.failed + changes.failed + lost.length === 0 && isWhole;
  process.exitCode = isGood && Number(rows[0]?.calls) === calls.answered ? 0 : 1;
} finally {
  balancer.close();
  services.close();
  runGit('worktree', 'remove', '--force', older);
  await created.drop();
  rmSync(folder, { recursive: true, force: true });
}
