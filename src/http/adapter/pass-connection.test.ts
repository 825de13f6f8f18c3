import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { passConnections, receiveConnections } from './pass-connection.ts';

let folder: string;
let path: string;
let main: HttpServer;
let receiver: Server;
let thread: Server;
let port: number;

/** A server that says who asked for what, behind one that passes all its connections on. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-pass-'));
  path = join(folder, 'main.sock');
  main = createHttpServer((request, response) => {
    const answer = (body: string) =>
      response.end(`${request.socket.remoteAddress} ${request.method} ${request.url} ${body.length}`);
    text(request).then(answer, () => response.destroy());
  });
  receiver = receiveConnections((socket, bytes) => {
    main.emit('connection', socket);
    socket.emit('data', bytes);
  });
  await once(receiver.listen(path), 'listening');
  const leave = passConnections(path);
  thread = createServer({ allowHalfOpen: true }, (socket) =>
    socket.once('data', (bytes: Buffer) => leave(socket, bytes)),
  );
  await once(thread.listen(0, '127.0.0.1'), 'listening');
  ({ port } = thread.address() as AddressInfo);
});
afterEach(() => {
  for (const server of [thread, receiver, main]) server.close();
  main.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

/** Also after an error, unlike `once`. */
const whenClosed = (socket: Socket): Promise<unknown> =>
  new Promise((resolve) => socket.once('close', resolve));

describe('a connection that is passed to the main thread', () => {
  it('has the address of its client there', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/portal`);
    expect(await response.text()).toBe('127.0.0.1 GET /portal 0');
  });

  it('carries a body of many pieces and several requests', async () => {
    for (const size of [0, 1, 70_000, 3_000_000]) {
      const response = await fetch(`http://127.0.0.1:${port}/feed`, {
        method: 'POST',
        body: 'x'.repeat(size),
      });
      expect(await response.text()).toBe(`127.0.0.1 POST /feed ${size}`);
    }
  });

  it('is answered after the client has ended its side', async () => {
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    client.end('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(await text(client)).toContain('127.0.0.1 GET / 0');
  });

  it('closes there when the client goes away', async () => {
    const accepted = once(main, 'connection') as Promise<[Socket]>;
    const client = connect(port, '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: a\r\n');
    const [socket] = await accepted;
    const closed = whenClosed(socket);
    client.resetAndDestroy();
    await closed;
    expect(socket.destroyed).toBe(true);
  });

  it('closes at the client when the main thread ends it', async () => {
    const accepted = once(main, 'connection') as Promise<[Socket]>;
    const client = connect(port, '127.0.0.1').on('error', () => undefined);
    client.write('GET / HTTP/1.1\r\nHost: a\r\n');
    const [socket] = await accepted;
    socket.destroy();
    await whenClosed(client.resume());
    expect(client.destroyed).toBe(true);
  });

  it('closes at the client when there is no main thread', async () => {
    await new Promise((resolve) => receiver.close(resolve));
    const client = connect(port, '127.0.0.1').on('error', () => undefined);
    client.write('GET / HTTP/1.1\r\n\r\n');
    await whenClosed(client.resume());
    expect(client.destroyed).toBe(true);
  });
});

describe('the socket of the main thread', () => {
  it('takes a first line in pieces', async () => {
    const client = connect(path);
    client.write('10.1.');
    await new Promise((resolve) => setImmediate(resolve));
    client.write('2.3\nGET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(await text(client)).toContain('10.1.2.3 GET /a 0');
  });

  it('closes a connection without a first line', async () => {
    const client = connect(path).on('error', () => undefined);
    client.write('x'.repeat(100));
    await whenClosed(client.resume());
    expect(client.destroyed).toBe(true);
  });
});
