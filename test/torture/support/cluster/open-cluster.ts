import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openObjectServer } from '../../../support/objects/object-server.ts';
import { callStatus, startService, type TortureService } from '../service.ts';
import { createShops, type TortureShop } from '../shops.ts';
import { openBreakableDatabase } from './database.ts';
import { startNginx } from './nginx.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const recorder = join(root, 'test', 'torture', 'support', 'record-stretches.ts');

/** Far more than any machine of a test answers. */
const rate = { calls: 1_000_000, perSeconds: 1 } as const;

/** A node that is killed and started again at the same address. */
const createNode = async (dataDir: string, environment: Readonly<Record<string, string>>) => {
  let service: TortureService = await startService(dataDir, environment);
  const { url, port } = service;
  const waitUntilReady = async (): Promise<void> => {
    while ((await callStatus(`${url}/readyz`)) !== 200) await setTimeout(20);
  };
  const start = async (recordTo?: string): Promise<void> => {
    const program = [
      process.execPath,
      '--single-threaded-gc',
      '--import',
      recorder,
      join(root, 'src', 'main.ts'),
    ];
    const more = { ...environment, KINDRED_PORT: String(port), KINDRED_STRETCHES: recordTo ?? '' };
    service = await startService(dataDir, more, recordTo === undefined ? undefined : program);
    await waitUntilReady();
  };
  await waitUntilReady();
  return {
    url,
    port,
    start,
    logs: () => service.logs(),
    end: (signal?: NodeJS.Signals) => service.stop(signal),
  };
};

export type ClusterNode = Awaited<ReturnType<typeof createNode>>;

/**
 * Two nodes with settings in PostgreSQL and versions in object storage, behind nginx with the configuration of the example.
 * The shop was made by a third machine.
 */
export const openCluster = async (folder: string, products: number) => {
  const closers: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const closeOne of closers.reverse()) await closeOne();
  };
  try {
    const database = await openBreakableDatabase(folder);
    closers.push(database.stop);
    const objects = await openObjectServer(join(folder, 'objects'), 'shop');
    closers.push(objects.close);
    const environment = {
      ...objects.environment,
      KINDRED_STORE: 'postgres',
      KINDRED_OBJECTS: 's3://shop/kindred',
      KINDRED_DATABASE_URL: database.url,
      KINDRED_SECRET_KEY: 'ab'.repeat(32),
    };
    const { shops } = await createShops(folder, ['north'], products, {
      environment,
      rate,
      hasReadyLists: true,
    });
    const [shop] = shops as [TortureShop];
    const start = async (name: string): Promise<ClusterNode> => {
      const node = await createNode(join(folder, name), environment);
      closers.push(() => node.end('SIGKILL'));
      return node;
    };
    const nodes = [await start('one'), await start('other')] as const;
    const nginx = await startNginx(
      folder,
      nodes.map(({ port }) => port),
    );
    closers.push(nginx.stop);
    return { shop, database, objects, nodes, nginx, close };
  } catch (error) {
    await close();
    throw error;
  }
};

export type Cluster = Awaited<ReturnType<typeof openCluster>>;
