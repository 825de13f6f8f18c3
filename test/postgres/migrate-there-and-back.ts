import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openConfiguration, openEngineOf } from '../../src/compose.ts';
import { readConfig } from '../../src/config.ts';
import { openQuotaLedger } from '../../src/limits/quota-ledger.ts';
import { waitForUrl } from '../support/cli/served-folder.ts';
import { startLoad } from '../support/migration/load.ts';
import { makeShop } from '../support/migration/made-shop.ts';
import { openOlderRelease } from '../support/migration/older-release.ts';
import { fillShop } from '../support/migration/small-shop.ts';
import { createServerDatabase, serverUrl, withoutServer } from '../support/postgres/server-database.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/*
 * A shop under load moves to another place and back with `kindred migrate`, which is killed once on each way. Prints what the
 * command printed, and what failed or was lost:
 *
 *   node test/postgres/migrate-there-and-back.ts [--products 2000] [--objects] [--older <commit or tag>]
 *
 * `--objects`: the other place has its versions in object storage, not in a shared folder. `--older`: that release made the shop
 * and serves it first.
 */

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '2000' },
    objects: { type: 'boolean', default: false },
    older: { type: 'string' },
  },
});
if (serverUrl === undefined) throw new Error(withoutServer);
const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'kindred-there-'));
mkdirSync(join(folder, 'shared'));
const older = values.older === undefined ? null : await openOlderRelease(folder, values.older);
const created = await createServerDatabase();
const common = {
  KINDRED_DATA: join(folder, 'data'),
  KINDRED_DATABASE_URL: created.url,
  KINDRED_SECRET_KEY: 'ab'.repeat(32),
};
const shared = { [values.objects ? 'KINDRED_OBJECTS' : 'KINDRED_SHARED']: join(folder, 'shared') };
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

const stop = async (service: ChildProcess | null): Promise<void> => {
  if (service === null) return;
  const closed = once(service, 'close');
  service.kill('SIGTERM');
  await closed;
};

let url = '';
/** The new service takes the calls before the old one ends. */
const switchTo = async (old: ChildProcess | null, layout: Place, program = root): Promise<ChildProcess> => {
  const next = run([join(program, 'src', 'main.ts')], environments[layout]);
  url = await waitForUrl(next);
  await setTimeout(300);
  await stop(old);
  return next;
};

try {
  const own = { openConfiguration, openEngineOf, readConfig, fillShop };
  const shop = await makeShop(older?.maker ?? own, common, Number(values.products));
  let service = await switchTo(null, 'files', older?.program);
  const load = startLoad(shop, async (path, init, body) => {
    const answer = await fetch(`${url}${path}`, { ...init, ...(body !== undefined && { body }) });
    return { status: answer.status, text: await answer.text() };
  });
  if (older !== null) {
    await setTimeout(1_000);
    service = await switchTo(service, 'files');
    print(`upgraded from ${older.name}`);
  }
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
  const lostPrices = await load.stop();
  await stop(service);

  const last = await openConfiguration(readConfig(common));
  const ledger = openQuotaLedger(join(common.KINDRED_DATA, 'usage.sqlite'));
  const used = ledger.quotaUsed(shop.subscription, new Date());
  ledger.close();
  process.exitCode = load.judge(last, used, lostPrices, print) ? 0 : 1;
  last.close();
} finally {
  for (const child of children) child.kill('SIGKILL');
  older?.remove();
  await created.drop();
  rmSync(folder, { recursive: true, force: true });
}
