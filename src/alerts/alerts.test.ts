import { createHmac } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { diskFiles } from '../files/files.ts';
import { createGuardedFetch } from '../ingest/fetch/guarded-fetch.ts';
import { alertDefaults, type Alerts, openAlerts } from './open-alerts.ts';

const folder = mkdtempSync(join(tmpdir(), 'kindred-alerts-'));
const received: { headers: IncomingHttpHeaders; body: string }[] = [];
/** What the receiver answers, in order; then 200. */
let answers: number[] = [];
const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
    const status = answers.shift() ?? 200;
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('thanks');
  });
});
const allowing = createGuardedFetch({ allow: ['127.0.0.1'] });
const strict = createGuardedFetch({ allow: [] });
let url = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await Promise.all([allowing.close(), strict.close()]);
  rmSync(folder, { recursive: true, force: true });
});

let shops = 0;
let shop = { name: 'north', tracker: '' };
beforeEach(() => {
  received.length = 0;
  answers = [];
  shop = { name: 'north', tracker: `shop-${(shops += 1)}` };
});

const open = (more: Partial<Parameters<typeof openAlerts>[0]> = {}): Alerts =>
  openAlerts({
    dataDir: folder,
    files: diskFiles,
    fetch: allowing.fetch,
    now: () => Date.parse('2026-11-15T12:00:00Z'),
    pausesMs: [1, 1],
    ...more,
  });
const failed = { kind: 'import-failed', subject: 'catalogue', text: 'The import failed.' } as const;
const lastOf = async (alerts: Alerts) => (await alerts.read(shop)).deliveries[0];
const untilSettled = (alerts: Alerts) =>
  expect.poll(async () => (await lastOf(alerts))?.state).not.toBe('pending');

describe('alerts', () => {
  it('go nowhere until there is an address', async () => {
    const alerts = open();
    await alerts.send(shop, failed);
    expect(await alerts.read(shop)).toMatchObject({ url: null, email: null, secret: null, deliveries: [] });
    await expect(alerts.test(shop)).rejects.toMatchObject({ code: 'conflict' });
    expect(received).toEqual([]);
  });

  it('are signed with the secret of the shop over the time and the body', async () => {
    const alerts = open();
    const { secret } = await alerts.save(shop, { url, email: null });
    await alerts.send(shop, failed);
    await untilSettled(alerts);
    const [{ headers, body } = { headers: {}, body: '' }] = received;
    const [, seconds = '', signature = ''] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-kindred-signature'])) ?? [];
    const expected = createHmac('sha256', secret ?? '')
      .update(`${seconds}.${body}`)
      .digest('hex');
    expect(signature).toBe(expected);
    expect(JSON.parse(body)).toEqual({
      id: headers['x-kindred-delivery'],
      website: 'north',
      at: '2026-11-15T12:00:00.000Z',
      ...failed,
    });
    expect(await lastOf(alerts)).toMatchObject({ state: 'delivered', attempts: 1, result: 'status 200' });
  });

  it('keep the secret when the address changes, and survive a restart', async () => {
    const { secret } = await open().save(shop, { url, email: null });
    expect(await open().save(shop, { url: `${url}/other`, email: null })).toMatchObject({
      secret,
      url: `${url}/other`,
    });
    expect(await open().read(shop)).toMatchObject({ secret });
    expect(await open().save(shop, { url: null, email: null })).toMatchObject({ url: null, secret: null });
  });

  it('get a new secret with the next address after there was none', async () => {
    const alerts = open();
    const { secret } = await alerts.save(shop, { url, email: null });
    await alerts.save(shop, { url: null, email: null });
    const { secret: next } = await alerts.save(shop, { url, email: null });
    expect(next).toMatch(/^[0-9a-f]{64}$/);
    expect(next).not.toBe(secret);
  });

  it('are stored in a file for the owner of the process alone, and removed as a whole', async () => {
    const alerts = open();
    await alerts.save(shop, { url, email: null });
    const file = join(folder, 'alerts', `${shop.tracker}.json`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await alerts.remove(shop);
    expect(existsSync(file)).toBe(false);
    expect(await alerts.read(shop)).toMatchObject({ url: null, email: null, secret: null, deliveries: [] });
    await alerts.remove(shop);
  });

  it('are not written again by a delivery that was under way when the shop was removed', async () => {
    const alerts = open();
    await alerts.save(shop, { url, email: null });
    answers = [503, 503, 503];
    await alerts.send(shop, failed);
    await expect.poll(() => received.length).toBeGreaterThan(0);
    await alerts.remove(shop);
    await alerts.close();
    expect(existsSync(join(folder, 'alerts', `${shop.tracker}.json`))).toBe(false);
  });

  it('are tried again after a temporary failure, with the same id', async () => {
    const alerts = open();
    await alerts.save(shop, { url, email: null });
    answers = [503, 429];
    await alerts.send(shop, failed);
    await untilSettled(alerts);
    expect(await lastOf(alerts)).toMatchObject({ state: 'delivered', attempts: 3 });
    expect(new Set(received.map(({ headers }) => headers['x-kindred-delivery'])).size).toBe(1);
  });

  it('are given up after the last attempt', async () => {
    const alerts = open();
    await alerts.save(shop, { url, email: null });
    answers = [500, 500, 500, 500];
    await alerts.send(shop, failed);
    await untilSettled(alerts);
    expect(await lastOf(alerts)).toMatchObject({ state: 'failed', attempts: 3, result: 'status 500' });
    expect(received).toHaveLength(3);
  });

  it.each([400, 401, 404, 302])('are given up at once on status %i', async (status) => {
    const alerts = open();
    await alerts.save(shop, { url, email: null });
    answers = [status];
    await alerts.send(shop, failed);
    await untilSettled(alerts);
    expect(await lastOf(alerts)).toMatchObject({ state: 'failed', attempts: 1, result: `status ${status}` });
  });

  it.each(['http://127.0.0.1:1/', 'http://10.0.0.7/', 'http://169.254.169.254/', 'http://[::1]/'])(
    'never reach the private address %s',
    async (address) => {
      const alerts = open({ fetch: strict.fetch });
      await alerts.save(shop, { url: address, email: null });
      expect(await alerts.test(shop)).toMatchObject({ state: 'failed', attempts: 1 });
      expect(received).toEqual([]);
    },
  );

  it('say at once how a test went, without another attempt', async () => {
    const alerts = open();
    await alerts.save(shop, { url, email: null });
    expect(await alerts.test(shop)).toMatchObject({ kind: 'test', state: 'delivered' });
    answers = [500];
    expect(await alerts.test(shop)).toMatchObject({ state: 'failed', result: 'status 500', attempts: 1 });
    expect((await alerts.read(shop)).deliveries).toHaveLength(2);
  });

  it('keep the last deliveries only', async () => {
    const alerts = open();
    await alerts.save(shop, { url, email: null });
    for (let at = 0; at < alertDefaults.kept + 3; at += 1) await alerts.test(shop);
    expect((await alerts.read(shop)).deliveries).toHaveLength(alertDefaults.kept);
  });

  it('are bounded while a receiver is away', async () => {
    const alerts = open({ pausesMs: [60_000] });
    await alerts.save(shop, { url, email: null });
    answers = Array.from({ length: 100 }, () => 503);
    for (let at = 0; at < alertDefaults.pending + 5; at += 1) await alerts.send(shop, failed);
    await expect.poll(() => received.length).toBe(alertDefaults.pending);
    await alerts.close();
    expect(await lastOf(alerts)).toMatchObject({ state: 'failed' });
  });
});
