import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeDemoAccess } from '../../../demo/demo-access.ts';
import { openDemoShop } from '../../../demo/demo-shop.ts';
import { configOf, openSmallShop } from '../../../test/support/small-shop.ts';
import { checkContents } from '../../cli/doctor/contents.ts';
import type { Config } from '../../config.ts';
import { demoEmail } from '../../domain/demo-account.ts';
import { serve } from './serve.ts';

const password = 'password-of-the-demo';
const subscriptionKey = 'key-of-the-demo';
let folder: string;
let said: string;

/** A data folder with a website of its own, and the demo account as an earlier release made it. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-demo-sign-in-'));
  said = '';
  const { store, ref, close } = await openSmallShop(folder);
  await store.operators.put(ref.website.id, 'demo', demoEmail, 'owner', password);
  await store.accounts.setAdministrator('demo', demoEmail, true);
  await close();
  await writeDemoAccess(folder, {
    subscriptionKey,
    boxes: { search: 's', relatedKeywords: 'k', relatedProducts: 'p' },
    identifiers: ['TR-101'],
    patterns: ['lamp'],
    storefront: { key: 'kdr_pub_demo', catalogue: 'c' },
    portal: { email: demoEmail, password },
  });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = (settings: Partial<Config>) =>
  serve(
    { ...configOf(folder), port: 0, demo: true, logLevel: 'info', ...settings },
    {
      print: (line) => void (said += `${line}\n`),
      progress: () => undefined,
      demo: openDemoShop(),
      log: { write: (line) => void (said += line) },
    },
  );

const ownAddress = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

type Caller = { readonly address?: string; readonly version?: string; readonly headers?: object };

/** The answer to a browser, as the bytes on the wire. */
const visit = async (url: string, { address, version = '1.1', headers = {} }: Caller): Promise<string> => {
  const { hostname, port } = new URL(url);
  const host = address ?? hostname.replaceAll(/[[\]]/g, '');
  const socket = connect(Number(port), host);
  const all = { Host: `localhost:${port}`, Accept: 'text/html', Connection: 'close', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${String(value)}\r\n`);
  socket.write(`GET / HTTP/${version}\r\n${lines.join('')}\r\n`);
  return text(socket);
};

const direct: Caller = {};
/** Calls of others, and how the proxy that passes them on writes them. */
const passedOn: Readonly<Record<string, Caller>> = {
  'X-Forwarded-For': { headers: { 'X-Forwarded-For': '203.0.113.9' } },
  'X-Forwarded-For of loopback': { headers: { 'X-Forwarded-For': '127.0.0.1' } },
  'X-Forwarded-Host': { headers: { 'x-forwarded-host': 'k.example' } },
  Forwarded: { headers: { Forwarded: 'for=127.0.0.1' } },
  'X-Real-IP': { headers: { 'X-Real-IP': '203.0.113.9' } },
  Via: { headers: { Via: '1.1 proxy' } },
  'CF-Connecting-IP': { headers: { 'CF-Connecting-IP': '203.0.113.9' } },
  'the host that was asked for': { headers: { Host: 'k.example' } },
  'a host that looks like loopback': { headers: { Host: '127.0.0.1.k.example' } },
  'HTTP/1.0, as nginx does': { version: '1.0' },
};

const publicUrl = 'https://k.example';
const proxy = ['127.0.0.1'];

describe('the sign-in of the demo', () => {
  it.each([
    ['127.0.0.1', null, [], 1],
    ['127.0.0.1', null, [], 2],
    ['::1', null, [], 1],
  ] as const)(
    'bound to %s, public address %s, proxies %j, %i threads: is shown to this machine alone',
    async (host, url, trustedProxies, threads) => {
      const service = await open({ host, publicUrl: url, trustedProxies: [...trustedProxies], threads });
      try {
        expect(await visit(service.url, direct)).toContain(password);
        expect(said).toContain(password);
        for (const [name, caller] of Object.entries(passedOn)) {
          const page = await visit(service.url, caller);
          expect([name, page.includes(password)]).toEqual([name, false]);
          expect(page).toMatch(/^HTTP\/1\.1 200 /);
        }
      } finally {
        await service.stop();
      }
    },
  );

  it.each([
    ['127.0.0.1', publicUrl, [], 302],
    ['127.0.0.1', null, proxy, 200],
    ['127.0.0.1', publicUrl, proxy, 302],
    ['0.0.0.0', null, [], 200],
    ['0.0.0.0', publicUrl, [], 302],
    ['0.0.0.0', null, proxy, 200],
    ['0.0.0.0', publicUrl, proxy, 302],
    ['::', null, [], 200],
  ] as const)(
    'bound to %s, public address %s, proxies %j: is shown to nobody, nor printed (%i)',
    async (host, url, trustedProxies, status) => {
      const service = await open({ host, publicUrl: url, trustedProxies: [...trustedProxies] });
      const callers = {
        direct,
        ...passedOn,
        ...(ownAddress && host !== '127.0.0.1' && { elsewhere: { address: ownAddress } }),
      };
      try {
        for (const [name, caller] of Object.entries(callers)) {
          const page = await visit(service.url.replace(/0\.0\.0\.0|\[::\]/, '127.0.0.1'), caller);
          expect([name, page.slice(9, 12)]).toEqual([name, String(status)]);
          expect([name, page.includes(password)]).toEqual([name, false]);
        }
        expect(said).not.toContain(password);
        expect(said).not.toContain(subscriptionKey);
        expect(said).toContain('there is a demo account, and others can reach the service');
        expect(said.includes('The demo is off, because KINDRED_PUBLIC_URL is set.')).toBe(url !== null);
      } finally {
        await service.stop();
      }
    },
  );

  it('opens its own shop only: a start takes the rights of an administrator from an earlier release', async () => {
    const service = await open({ host: '127.0.0.1' });
    try {
      const sign = await fetch(`${service.url}/admin/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: demoEmail, password }),
      });
      expect(await sign.json()).toMatchObject({
        operator: { administrator: false },
        websites: [{ name: 'shop', role: 'owner' }],
        demoReachable: false,
      });
      const cookie = sign.headers.get('set-cookie')?.split(';')[0] ?? '';
      const read = async (path: string, headers = {}) =>
        fetch(`${service.url}/admin/${path}`, { headers: { cookie, ...headers } });
      expect((await read('system')).status).toBe(403);
      expect((await read('websites/shop/boxes')).status).toBe(200);
      expect(await (await read('session', { 'x-forwarded-for': '203.0.113.9' })).json()).toMatchObject({
        demoReachable: true,
      });
      expect(said).toContain('the demo account was an administrator');
      expect(said).toMatch(/Create the first administrator: \S+\/portal\/set-up\/\S+/);
    } finally {
      await service.stop();
    }
  });

  it('is reported by the doctor where others can reach the service', async () => {
    const config = configOf(folder);
    const find = async (settings: Partial<Config>) =>
      (await checkContents({ ...config, ...settings })).find(({ check }) => check === 'demo')?.result;
    expect(await find({})).toBe('ok');
    expect(await find({ host: '0.0.0.0' })).toBe('warn');
    expect(await find({ publicUrl })).toBe('warn');
    expect(await find({ trustedProxies: [...proxy] })).toBe('warn');
  });
});

it.each([
  ['half', '{"subscriptionKey": "key-'],
  ['empty', ''],
  ['changed', '{}'],
])('a demo.json that is %s: starts without the demo, and says so', async (_, content) => {
  writeFileSync(join(folder, 'demo.json'), content);
  const service = await open({ host: '127.0.0.1' });
  try {
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    expect(await visit(service.url, direct)).toMatch(/^HTTP\/1\.1 302 /);
    expect(said).toContain('demo.json is damaged');
  } finally {
    await service.stop();
  }
});
