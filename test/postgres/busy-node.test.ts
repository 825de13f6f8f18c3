import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../src/store/store.ts';
import { publishKeywords } from '../support/cli/served-folder.ts';
import { createServerDatabase, serverUrl, withoutServer } from '../support/postgres/server-database.ts';
import { createServiceNodes, type ServiceNode } from '../support/postgres/service-node.ts';
import { aSubscription } from '../support/store/test-shop.ts';

/* A node on a machine that other programs keep busy, asked by many connections at once. */

const connections = 64;
const calls = 2_000;

if (serverUrl === undefined) it('a busy node keeps its rates', (context) => context.skip(withoutServer));
else
  describe('a node on a busy machine', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kindred-busy-'));
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    const services = createServiceNodes(folder, 300_000);
    let spinning: ChildProcess[] = [];
    let created: Awaited<ReturnType<typeof createServerDatabase>>;
    let store: Store;
    let node: ServiceNode;
    let path: string;
    let key: string;

    const ask = (): Promise<number> =>
      new Promise((resolve, reject) => {
        get(`${node.url}${path}`, { agent, headers: { 'ocp-apim-subscription-key': key } }, (answer) => {
          answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
        }).once('error', reject);
      });

    beforeAll(async () => {
      created = await createServerDatabase();
      store = await services.openStore('setup', created.url);
      const shop = await publishKeywords(store, services.versions);
      path = shop.path;
      const subscription = aSubscription({ rate: { calls: 1_000_000, perSeconds: 1 }, quota: null });
      key = (await store.subscriptions.put(shop.website.id, 'fast', subscription)).keys?.primary ?? '';
      node = await services.start('one', created.url);
      spinning = Array.from({ length: availableParallelism() }, () =>
        spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
      );
    }, 300_000);
    afterAll(async () => {
      for (const child of spinning) child.kill('SIGKILL');
      agent.destroy();
      services.close();
      store.close();
      await created.drop();
      rmSync(folder, { recursive: true, force: true });
    });

    it('refuses no call of 64 connections far below the rate', async () => {
      const statuses = new Map<number, number>();
      let asked = 0;
      const client = async (): Promise<void> => {
        while (asked < calls) {
          asked += 1;
          const status = await ask();
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
      };
      await Promise.all(Array.from({ length: connections }, client));
      expect(Object.fromEntries(statuses)).toEqual({ 200: calls });
    });
  });
