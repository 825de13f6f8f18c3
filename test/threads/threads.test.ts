import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send } from '../torture/support/load.ts';
import {
  keyHeader,
  readMetric,
  relatedPath,
  searchPath,
  type TortureService,
} from '../torture/support/service.ts';
import { createShops, type TortureShop } from '../torture/support/shops.ts';
import { breakThreads } from './break-threads.ts';
import { createJournal, listShown, lookForPrice, writePrice } from './journal.ts';
import { startThreadService } from './thread-service.ts';

let folder: string;
let dataDir: string;
let shop: TortureShop;
let service: TortureService;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-threads-'));
  const { config, shops } = await createShops(folder, ['north'], 60);
  ({ dataDir } = config);
  const [first] = shops;
  if (first === undefined) throw new Error('It was created above.');
  shop = first;
  service = await startThreadService(dataDir);
});
afterAll(async () => {
  await service.stop('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Enough that each of two threads gets some of them: one gets none in a case of 2 ** 31. */
const connections = 32;

/** The same call on connections of their own. */
const callOften = (path: string, headers: Readonly<Record<string, string>>, count = connections) =>
  Promise.all(
    Array.from({ length: count }, () =>
      send(new Agent({ keepAlive: false }), { port: service.port, path, headers }),
    ),
  );

const adminCall = async (path: string, body: unknown): Promise<{ status: number; text: string }> => {
  const response = await fetch(`${service.url}/admin/websites/${shop.name}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
};

describe('a service with two threads', () => {
  it('answers the same on each of them', async () => {
    for (const path of [searchPath(shop, 'p3'), relatedPath(shop, 'shirt'), searchPath(shop, 'unknown')]) {
      const answers = await callOften(path, keyHeader(shop.key));
      const different = new Set(answers.map(({ status, body }) => `${status} ${body}`));
      expect(different.size).toBe(1);
    }
  });

  it('sums its metrics up', async () => {
    const name = 'kindred_requests_total{operation="imageSearch",status="200"}';
    const before = await readMetric(service.url, name);
    await callOften(searchPath(shop, 'p4'), keyHeader(shop.key));
    expect(await readMetric(service.url, name)).toBe(before + connections);
    expect(await readMetric(service.url, 'kindred_threads')).toBe(2);
    // Each thread makes and keeps the answer once.
    expect(await readMetric(service.url, 'kindred_answer_cache_misses_total')).toBeGreaterThan(1);
  });

  it('shows an acknowledged change on each of them', async () => {
    const [identifier = ''] = await listShown(service, shop, 'p1');
    const journal = createJournal();
    for (let price = 2_000; price < 2_010; price += 1) {
      expect(await writePrice(service, shop, journal, identifier, price)).toBe(200);
      await lookForPrice(service, shop, journal, { source: 'p1', identifier, price });
    }
    expect(journal.stale).toEqual([]);
  });

  it('counts one rate for all of them', async () => {
    const rate = { calls: 20, perSeconds: 3600 };
    const created = await adminCall('/subscriptions', { name: 'limited', kind: 'secret', rate });
    expect(created.status).toBe(201);
    const [key = ''] = /kdr_sec_[A-Za-z0-9_]+/.exec(created.text) ?? [];
    const answers = await callOften(searchPath(shop, 'p5'), keyHeader(key), 40);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(20).fill(200), ...Array<number>(20).fill(429)]);
  });

  it('knows a new key, a campaign and a cancelled key on each of them at once', async () => {
    const created = await adminCall('/subscriptions', { name: 'short', kind: 'secret' });
    const [key = ''] = /kdr_sec_[A-Za-z0-9_]+/.exec(created.text) ?? [];
    const statusesOf = async (): Promise<unknown[]> => {
      const answers = await callOften(searchPath(shop, 'p6'), keyHeader(key));
      return [...new Set(answers.map(({ status }) => status))];
    };
    expect(await statusesOf()).toEqual([200]);
    const url = 'https://shop.example/sale';
    const campaign = {
      name: 'sale',
      state: 'published',
      when: { identifiers: ['p6'] },
      effect: { redirect: { url } },
    };
    expect((await adminCall('/campaigns', campaign)).status).toBe(201);
    const answers = await callOften(searchPath(shop, 'p6'), keyHeader(shop.key));
    expect(answers.filter(({ body }) => body.includes(url))).toHaveLength(connections);
    expect((await adminCall('/subscriptions/short/state', { state: 'cancelled' })).status).toBe(200);
    expect(await statusesOf()).toEqual([401]);
  });

  it.each([
    ['the portal API', 'GET /admin/session HTTP/1.1', 401],
    ['a page', 'GET /docs HTTP/1.1', 200],
    ['an unknown path', 'GET /nothing HTTP/1.1', 404],
    ['another method', 'DELETE /search/imagesearch HTTP/1.1', 405],
    ['bytes that are not HTTP', 'hello', 400],
  ])('answers %s on every connection', async (_name, line, status) => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => {
        const socket = connect(service.port, '127.0.0.1');
        socket.write(`${line}\r\nHost: a\r\nConnection: close\r\n\r\n`);
        return text(socket);
      }),
    );
    expect([...new Set(answers.map((answer) => answer.slice(0, 12)))]).toEqual([`HTTP/1.1 ${status}`]);
  });

  it('answers calls of both operations and of others on the same connection', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const headers = keyHeader(shop.key);
    for (const [path, status] of [
      [searchPath(shop, 'p3'), 200],
      ['/healthz', 200],
      [searchPath(shop, 'p3'), 200],
      ['/readyz', 200],
    ] as const)
      expect((await send(agent, { port: service.port, path, headers })).status).toBe(status);
    agent.destroy();
  });

  it('loses nothing when a thread ends and the process is killed under load', async () => {
    const target = { dataDir, shop, service };
    const load = { threads: 1, kills: 1, products: 60, readers: 4, pauseMs: 50, restMs: 20 };
    const outcome = await breakThreads(target, { ...load, log: () => undefined });
    ({ service } = outcome);
    const { failed, lost, stale, threadMs, processMs, calls, acknowledged, quota } = outcome;
    expect({ failed, lost, stale }).toEqual({ failed: {}, lost: [], stale: [] });
    expect([threadMs.length, processMs.length]).toEqual([1, 1]);
    expect(Math.min(calls, acknowledged)).toBeGreaterThan(0);
    expect(quota.counted).toBeGreaterThan(0);
  });

  it('answers calls on open connections when it is stopped, and leaves nothing behind', async () => {
    const ended = once(service.child, 'close');
    const agents = Array.from({ length: 8 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    const callAll = (identifier: string) => {
      const call = { port: service.port, path: searchPath(shop, identifier), headers: keyHeader(shop.key) };
      return Promise.all(agents.map(async (agent) => (await send(agent, call)).status));
    };
    const answered = Array<number>(agents.length).fill(200);
    expect(await callAll('p7')).toEqual(answered);
    const open = callAll('p8');
    service.child.kill('SIGTERM');
    expect(await open).toEqual(answered);
    expect(await ended).toEqual([0, null]);
    expect(readdirSync(dataDir).filter((name) => name.endsWith('.sock'))).toEqual([]);
  });

  it('ends before a thread has opened anything when its database is lost', async () => {
    const lost = join(folder, 'lost');
    mkdirSync(join(lost, 'versions', 'some-dataset'), { recursive: true });
    await expect(startThreadService(lost)).rejects.toThrow(/ended with 8: .*its database .* is lost/);
    expect(readdirSync(lost)).toEqual(['versions']);
  });

  it('has stored its compiled code when it is killed, so that the next start is not slower', async () => {
    const compiled = join(folder, 'compiled');
    const killed = await startThreadService(dataDir, { NODE_COMPILE_CACHE: compiled });
    await killed.stop('SIGKILL');
    const program = readdirSync(join(import.meta.dirname, '..', '..', 'src', 'service'));
    expect(readdirSync(compiled, { recursive: true }).length).toBeGreaterThan(program.length);
  });
});
