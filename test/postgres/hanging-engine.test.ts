import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { release } from '../../src/release.ts';
import { createServerDatabase, serverUrl, withoutServer } from '../support/postgres/server-database.ts';
import { createServiceNodes, type ServiceNode } from '../support/postgres/service-node.ts';
import { openStoppableProxy } from '../support/postgres/stoppable-proxy.ts';

/* A service on the PostgreSQL engine whose database takes everything and answers nothing. */

const waitMs = 60_000;

if (serverUrl === undefined)
  it('a service notices a database that hangs', (context) => context.skip(withoutServer));
else
  describe('a service whose engine hangs', () => {
    let folder: string;
    let created: Awaited<ReturnType<typeof createServerDatabase>>;
    let proxy: Awaited<ReturnType<typeof openStoppableProxy>>;
    let services: ReturnType<typeof createServiceNodes>;
    let node: ServiceNode;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'kindred-hanging-'));
      created = await createServerDatabase();
      proxy = await openStoppableProxy(created.url);
      services = createServiceNodes(folder, waitMs);
      node = await services.start('one', proxy.url, undefined, {
        KINDRED_ENGINE: 'postgres',
        KINDRED_STORE: 'sqlite',
        KINDRED_SHARED: '',
      });
    });
    afterAll(async () => {
      services.close();
      proxy.close();
      await created.drop();
      rmSync(folder, { recursive: true, force: true });
    });

    const readReady = async (): Promise<unknown> => {
      const answer = await fetch(`${node.url}/readyz`);
      return [answer.status, await answer.json()];
    };

    it('is not ready until it answers again', async () => {
      expect(await readReady()).toEqual([200, { status: 'ready', version: release }]);
      proxy.stop();
      await expect
        .poll(readReady)
        .toEqual([503, { status: 'waiting', version: release, waitingFor: ['the database of the engine'] }]);
      expect(await (await fetch(`${node.url}/metrics`)).text()).toContain('\nkindred_engine_reachable 0\n');
      proxy.resume();
      await expect.poll(readReady).toEqual([200, { status: 'ready', version: release }]);
    });
  });
