import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readUsed, startLoad } from '../support/migration/load.ts';
import { makeShop } from '../support/migration/made-shop.ts';
import { openOlderRelease } from '../support/migration/older-release.ts';
import { createServerDatabase, serverUrl, withoutServer } from '../support/postgres/server-database.ts';
import { createServiceNodes, type ServiceNode } from '../support/postgres/service-node.ts';
import { createBalancer } from '../support/postgres/small-balancer.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/*
 * Two nodes of an older version behind a load balancer are taken out of it, stopped, and started with this version, one after
 * the other, while calls and changes arrive. Prints what failed and what was lost:
 *
 *   node test/postgres/rolling-upgrade.ts <commit or tag of the older version> [--layout folder|objects|engine]
 *
 * `folder`: versions stay in the folder that the nodes share. `objects`: the new version has them in object storage and takes
 * over those of the folder; nodes of the old one refuse live changes from then on. `engine`: they are in PostgreSQL.
 */

const { values, positionals } = parseArgs({
  options: { layout: { type: 'string', default: 'folder' } },
  allowPositionals: true,
});
const [ref] = positionals;
if (ref === undefined) throw new Error('Name a commit or a tag of the older version.');
if (serverUrl === undefined) throw new Error(withoutServer);
const root = join(import.meta.dirname, '..', '..');
const pauseMs = 3_000;
const folder = mkdtempSync(join(tmpdir(), 'kindred-upgrade-'));
const inPostgres = { KINDRED_ENGINE: 'postgres', KINDRED_SHARED: '' };
const layouts: Readonly<Record<string, { older: Record<string, string>; newer: Record<string, string> }>> = {
  folder: { older: {}, newer: {} },
  objects: { older: {}, newer: { KINDRED_OBJECTS: join(folder, 'objects') } },
  engine: { older: inPostgres, newer: inPostgres },
};
const layout = layouts[values.layout];
if (layout === undefined) throw new Error(`The layouts are ${Object.keys(layouts).join(', ')}.`);
// As an operator does: no node creates it.
mkdirSync(join(folder, 'objects'));
const older = await openOlderRelease(folder, ref);
const created = await createServerDatabase();
const services = createServiceNodes(folder, 5_000);
const balancer = createBalancer();
try {
  // Everything is created by the older version.
  const setup = services.environmentOf('setup', created.url);
  const shop = await makeShop(older.maker, { ...setup, ...layout.older }, 200);
  const nodes = new Map<string, ServiceNode>();
  const startNode = async (name: string, program: string): Promise<void> => {
    const environment = program === root ? layout.newer : layout.older;
    const node = await services.start(name, created.url, program, environment);
    nodes.set(name, node);
    await balancer.add(node.url);
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

  for (const name of ['one', 'other']) await startNode(name, older.program);
  const load = startLoad(shop, (path, init, body) => balancer.send(path, init, body));
  await setTimeout(pauseMs);
  await upgrade('one');
  const before = load.calls.answered;
  await setTimeout(pauseMs);
  print(`both versions for ${pauseMs} ms: ${load.calls.answered - before} calls`);
  await upgrade('other');
  await setTimeout(pauseMs);
  const lostPrices = await load.stop();
  for (const node of nodes.values()) await node.stop();

  const fresh = await services.openStore('fresh', created.url);
  const used = await readUsed(created.url, shop.subscription.id);
  print(`upgraded from ${older.name}, layout ${values.layout}`);
  process.exitCode = load.judge(fresh, used, lostPrices, print) ? 0 : 1;
  fresh.close();
} finally {
  balancer.close();
  services.close();
  older.remove();
  await created.drop();
  rmSync(folder, { recursive: true, force: true });
}
