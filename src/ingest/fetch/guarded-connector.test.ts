import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fault } from '../../errors.ts';
import { createAddressPolicy, type AddressPolicy } from './address-policy.ts';
import { createGuardedConnector, resolveBySystem, type Resolve } from './guarded-fetch.ts';

const server: Server = createServer((socket) => socket.on('error', () => undefined));
let port = 0;
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => void server.close());

const answerWith =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

type Options = { readonly hostname: string; readonly port?: string; readonly protocol?: string };

const connect = (policy: AddressPolicy, resolve: Resolve, options: Options): Promise<Socket> =>
  new Promise((done, fail) => {
    const connector = createGuardedConnector(policy, resolve, 5000);
    const target = { protocol: 'http:', port: String(port), host: options.hostname, ...options };
    connector(target, (error, socket) => (error === null ? done(socket) : fail(error)));
  });

const everything: AddressPolicy = { permits: () => true };

/** A policy that notes what it is asked and permits what `isPermitted` says. */
const noteQuestions = (isPermitted: (host: string, address: string, port: number) => boolean) => {
  const asked: string[] = [];
  const permits = (host: string, address: string, at: number): boolean => {
    asked.push(`${host} ${address} ${at}`);
    return isPermitted(host, address, at);
  };
  return { asked, policy: { permits } };
};

describe('a guarded connector', () => {
  it('connects to a permitted address by name', async () => {
    const { asked, policy } = noteQuestions(() => true);
    const socket = await connect(policy, answerWith('127.0.0.1'), { hostname: 'shop.test' });
    expect(socket.remotePort).toBe(port);
    socket.destroy();
    // Once before it connects, once when it is connected.
    expect(asked).toEqual([`shop.test 127.0.0.1 ${port}`, `shop.test 127.0.0.1 ${port}`]);
  });

  it('asks about an address that is written in the URL before it connects', async () => {
    const { asked, policy } = noteQuestions(() => false);
    await expect(connect(policy, answerWith('127.0.0.1'), { hostname: '127.0.0.1' })).rejects.toMatchObject({
      code: 'not-allowed',
    });
    expect(asked).toEqual([`127.0.0.1 127.0.0.1 ${port}`]);
  });

  it('destroys a connection whose other end is not permitted', async () => {
    // The answer of the name server is permitted, the address of the connected socket is not.
    let questions = 0;
    const policy: AddressPolicy = { permits: () => (questions += 1) === 1 };
    const connected = new Promise<Socket>((seen) => server.once('connection', seen));
    await expect(connect(policy, answerWith('127.0.0.1'), { hostname: 'shop.test' })).rejects.toMatchObject({
      code: 'not-allowed',
      message: 'shop.test is not on the public internet: it is not asked.',
    });
    const socket = await connected;
    socket.resume();
    if (!socket.readableEnded) await new Promise((ended) => socket.once('close', ended));
    expect(questions).toBe(2);
  });

  it.each<[string, string[]]>([
    ['no answer', []],
    ['a private address among public ones', ['93.184.216.34', '10.0.0.1']],
    ['a private address first', ['10.0.0.1', '93.184.216.34']],
  ])('refuses a name with %s', async (_, addresses) => {
    const policy = createAddressPolicy([]);
    await expect(connect(policy, answerWith(...addresses), { hostname: 'Shop.test.' })).rejects.toMatchObject(
      {
        code: 'not-allowed',
        message: expect.stringContaining('shop.test is not') as unknown,
      },
    );
  });

  it('passes an error of the name server on', async () => {
    const failing: Resolve = () =>
      Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));
    await expect(connect(everything, failing, { hostname: 'shop.test' })).rejects.toMatchObject({
      code: 'ENOTFOUND',
    });
  });

  it.each([
    [{ protocol: 'https:', port: '' }, 443],
    [{ protocol: 'http:', port: '' }, 80],
    [{ protocol: 'https:', port: '8443' }, 8443],
    [{ protocol: 'http:', port: '8080' }, 8080],
  ])('asks with the port of %j: %i', async (options, expected) => {
    const { asked, policy } = noteQuestions(() => false);
    await connect(policy, answerWith('127.0.0.1'), { hostname: '127.0.0.1', ...options }).catch(
      () => undefined,
    );
    expect(asked).toEqual([`127.0.0.1 127.0.0.1 ${expected}`]);
  });

  it('keeps the rules of one port apart from those of another', async () => {
    const policy = createAddressPolicy([`shop.test:${port}`]);
    const connector = createGuardedConnector(policy, answerWith('127.0.0.1'), 5000);
    const statusOf = (at: number): Promise<string> =>
      new Promise((done) => {
        const target = { protocol: 'http:', host: 'shop.test', hostname: 'shop.test', port: String(at) };
        connector(target, (error, socket) => {
          socket?.destroy();
          done(error === null ? 'connected' : error instanceof Fault ? error.code : String(error));
        });
      });
    expect([await statusOf(port), await statusOf(port + 1), await statusOf(port)]).toEqual([
      'connected',
      'not-allowed',
      'connected',
    ]);
  });
});

describe('the resolver of the system', () => {
  it('gives all addresses of a name', async () => {
    const addresses = await resolveBySystem('localhost');
    expect(addresses.map(({ address }) => address)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(127\.0\.0\.1|::1)$/)]),
    );
    for (const { family } of addresses) expect([4, 6]).toContain(family);
  });

  it('rejects for a name that does not exist', async () => {
    await expect(resolveBySystem(`${'x'.repeat(64)}.invalid`)).rejects.toMatchObject({
      syscall: 'getaddrinfo',
    });
  });
});
