import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openConfiguration, openEngineOf } from '../../src/compose.ts';
import { readConfig } from '../../src/config.ts';
import { waitForUrl } from '../support/cli/served-folder.ts';
import { fillShop } from '../support/migration/small-shop.ts';
import { createServerDatabase, serverUrl, withoutServer } from '../support/postgres/server-database.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/*
 * A shop under load moves to another place and back with `kindred migrate`, which is killed once on each way. Prints what the
 * command printed, and what failed or was lost:
 *
 *   node test/postgres/migrate-there-and-back.ts [--products 2000]
 */

const { values } = parseArgs({ options: { products: { type: 'string', default: '2000' } } });
if (serverUrl === undefined) throw new Error(withoutServer);
const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'kindred-there-'));
mkdirSync(join(folder, 'shared'));
const created = await createServerDatabase();
const common = {
  KINDRED_DATA: join(folder, 'data'),
  KINDRED_DATABASE_URL: created.url,
  KINDRED_SECRET_KEY: 'ab'.repeat(32),
};
const shared = { KINDRED_SHARED: join(folder, 'shared') };
/** The new service is another node, with a data folder of its own. */
const node = { KINDRED_DATA: join(folder, 'node'), KINDRED_STORE: 'postgres' };
const environments = { files: {}, mixed: { ...node, ...shared } };
type Place = keyof typeof environments;
const children: ChildProcess[] = [];
const run = (words: string[], more: Record<string, string>): ChildProcess => {
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    KINDRED_DEMO: 'off',
    KINDRED_PORT: '0',
    KINDRED_LOG: 'error',
  };
  const child = spawn(process.execPath, words, { cwd: root, env: { ...env, ...common, ...more } });
  children.push(child);
  return child;
};

const store = await openConfiguration(readConfig(common));
const engine = await openEngineOf(readConfig(common));
const shop = await fillShop(store, engine, Number(values.products));
const password = 'correct horse battery staple';
const owner = await store.operators.put(shop.website.id, 'test', 'anna@shop.example', 'owner', password);
const token = (await store.accounts.issueToken(owner.operatorId, 'test', 'script')).clear;
await engine.close();
store.close();

const calls = { answered: 0, failed: 0 };
const changes = { refused: 0, failed: 0, acknowledged: [] as string[] };
const failures = new Set<string>();
let url = '';
let isRunning = true;
const ask = async (): Promise<void> => {
  const identifier = `p${String(calls.answered % 100).padStart(5, '0')}`;
  const headers = { 'ocp-apim-subscription-key': shop.key };
  const path = `/search/imagesearch?btr=${shop.search.tracker}&identifier=${identifier}`;
  const status = await fetch(`${url}${path}`, { headers }).then(
    async (answer) => ({ status: answer.status, text: await answer.text() }),
    (error: unknown) => ({ status: 0, text: String(error) }),
  );
  if (status.status === 200 && !status.text.includes('errorOccured')) calls.answered += 1;
  else calls.failed += 1;
};
const change = async (): Promise<void> => {
  const displayName = `Change ${changes.acknowledged.length + changes.refused + changes.failed}`;
  const answer = await fetch(`${url}/admin/websites/luma`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'luma', displayName, language: 'en', synonyms: [] }),
  }).catch(() => null);
  if (answer?.status === 200) changes.acknowledged.push(displayName);
  else if (answer?.status === 503) changes.refused += 1;
  else {
    changes.failed += 1;
    failures.add(`status ${answer?.status}`);
  }
};
const keepDoing = async (work: () => Promise<void>, everyMs: number): Promise<void> => {
  while (isRunning) {
    await work();
    await setTimeout(everyMs);
  }
};

const migrate = async (from: Place, to: Place, killAfterMs: number | null): Promise<string> => {
  const child = run([join(root, 'bin', 'kindred.js'), 'migrate', from, to], shared);
  let out = '';
  child.stdout?.on('data', (piece: Buffer) => (out += piece.toString()));
  child.stderr?.on('data', (piece: Buffer) => (out += piece.toString()));
  const closed = once(child, 'close');
  if (killAfterMs !== null) {
    await setTimeout(killAfterMs);
    child.kill('SIGKILL');
  }
  const [code] = (await closed) as [number | null];
  if (code !== 0 && killAfterMs === null) throw new Error(out);
  return out.trim();
};

/** The new service takes the calls before the old one ends. */
const switchTo = async (old: ChildProcess | null, layout: Place): Promise<ChildProcess> => {
  const next = run([join(root, 'src', 'main.ts')], environments[layout]);
  url = await waitForUrl(next);
  await setTimeout(300);
  if (old) {
    const closed = once(old, 'close');
    old.kill('SIGTERM');
    await closed;
  }
  return next;
};

try {
  let service = await switchTo(null, 'files');
  const load = [keepDoing(ask, 10), keepDoing(ask, 10), keepDoing(change, 30)];
  for (const [from, to] of [
    ['files', 'mixed'],
    ['mixed', 'files'],
  ] as const) {
    await setTimeout(1_000);
    await migrate(from, to, 1_500);
    print(`kindred migrate ${from} ${to}: killed after 1500 ms, and run again:`);
    print(await migrate(from, to, null));
    service = await switchTo(service, to);
    print(await migrate(from, to, null));
  }
  await setTimeout(1_000);
  isRunning = false;
  await Promise.all(load);
  const closed = once(service, 'close');
  service.kill('SIGTERM');
  await closed;

  const last = await openConfiguration(readConfig(common));
  const entries = last.audit.list(shop.website.id, 100_000).map(({ after }) => JSON.stringify(after));
  const lost = changes.acknowledged.filter((name) => !entries.some((entry) => entry.includes(`"${name}"`)));
  const isWhole = last.audit.verify() === null;
  last.close();
  const { openQuotaLedger } = await import('../../src/limits/quota-ledger.ts');
  const ledger = openQuotaLedger(join(common.KINDRED_DATA, 'usage.sqlite'));
  const used = ledger.quotaUsed(shop.subscription, new Date());
  ledger.close();
  print(`calls: ${calls.answered} answered, ${calls.failed} failed; quota: ${used} counted`);
  print(
    `changes: ${changes.acknowledged.length} acknowledged, ${changes.refused} refused with 503, ${changes.failed} failed, ` +
      `${lost.length} lost; audit log: ${isWhole ? 'whole' : 'broken'}`,
  );
  for (const failure of failures) print(`  ${failure}`);
  const isGood = calls.failed + changes.failed + lost.length === 0 && isWhole && used === calls.answered;
  process.exitCode = isGood ? 0 : 1;
} finally {
  isRunning = false;
  for (const child of children) child.kill('SIGKILL');
  await created.drop();
  rmSync(folder, { recursive: true, force: true });
}
