import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage, type Server as HttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forwardRequests, restoreClient } from './forward-request.ts';

let folder: string;
let main: HttpServer;
let receiver: Server;
let thread: HttpServer;
let port: number;
/** What the main thread was asked last. */
let last: IncomingMessage;

/** A server that says who asked for what, behind one that forwards all its requests. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-forward-'));
  const path = join(folder, 'main.sock');
  main = createHttpServer({ requireHostHeader: false }, (request, response) => {
    restoreClient(request);
    last = request;
    const answer = (body: string) =>
      response.end(`${request.socket.remoteAddress} ${request.method} ${request.url} ${body.length}`);
    if (request.url === '/refused') response.writeHead(401, { 'www-authenticate': 'x' }).end('no');
    else text(request).then(answer, () => response.destroy());
  });
  receiver = createServer({ allowHalfOpen: true }, (socket) => void main.emit('connection', socket));
  await once(receiver.listen(path), 'listening');
  thread = createHttpServer({ requireHostHeader: false }, forwardRequests(path));
  // As the guard of the connections has it.
  Object.assign(thread, { httpAllowHalfOpen: true });
  await once(thread.listen(0, '127.0.0.1'), 'listening');
  ({ port } = thread.address() as AddressInfo);
});
afterEach(() => {
  for (const server of [thread, receiver, main]) server.close();
  for (const server of [thread, main]) server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

/** Also after an error, unlike `once`. */
const whenClosed = (socket: Socket): Promise<unknown> =>
  new Promise((resolve) => socket.once('close', resolve));

const sendBytes = (bytes: string): Promise<string> => {
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  client.end(bytes);
  return text(client);
};

describe('a request that is forwarded to the main thread', () => {
  it('has the address of its client there', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/portal`);
    expect(await response.text()).toBe('127.0.0.1 GET /portal 0');
  });

  it('has the headers and the version of its client there, and none of ours', async () => {
    const head =
      'GET /a HTTP/1.0\r\nHost: one\r\nhost: two\r\nX-Some: \u00e9\r\nKindred-Client: 1.1 10.0.0.1\r\n\r\n';
    expect(await sendBytes(head)).toContain('127.0.0.1 GET /a 0');
    expect(last.rawHeaders.slice(0, 6)).toEqual(['Host', 'one', 'host', 'two', 'X-Some', '\u00c3\u00a9']);
    expect([last.httpVersion, last.headers['kindred-client']]).toEqual(['1.0', undefined]);
  });

  it('carries a body of many pieces, one request after the other', async () => {
    for (const size of [0, 1, 70_000, 3_000_000]) {
      const response = await fetch(`http://127.0.0.1:${port}/feed`, {
        method: 'POST',
        body: 'x'.repeat(size),
      });
      expect(await response.text()).toBe(`127.0.0.1 POST /feed ${size}`);
    }
  });

  it('has no body there when it had none', async () => {
    expect(await sendBytes('POST /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toContain(
      ' POST /a 0',
    );
    expect([last.headers['transfer-encoding'], last.headers['content-length']]).toEqual([undefined, '0']);
  });

  it('is answered before its body was read, and the next one on the connection too', async () => {
    const body = 'x'.repeat(2_000_000);
    const refused = `POST /refused HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const answers = await sendBytes(`${refused}GET /next HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(answers).toMatch(/^HTTP\/1\.1 401 Unauthorized\r\nwww-authenticate: x\r\n/);
    expect(answers).toContain('GET /next 0');
  });

  it('is answered after the client has ended its side', async () => {
    expect(await sendBytes('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toContain(
      '127.0.0.1 GET / 0',
    );
  });

  it('ends there when the client goes away', async () => {
    const accepted = once(main, 'connection') as Promise<[Socket]>;
    const client = connect(port, '127.0.0.1');
    client.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf');
    const [socket] = await accepted;
    const closed = whenClosed(socket);
    client.resetAndDestroy();
    await closed;
    expect(socket.destroyed).toBe(true);
  });

  it('is answered 503 when the main thread is gone', async () => {
    await new Promise((resolve) => receiver.close(resolve));
    const response = await fetch(`http://127.0.0.1:${port}/portal`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
  });

  it('leaves no connection behind, also when the client goes before its body was read', async () => {
    for (const _ of [1, 2, 3]) await (await fetch(`http://127.0.0.1:${port}/a`)).text();
    const client = connect(port, '127.0.0.1');
    client.write('POST /refused HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf');
    await once(client, 'data');
    client.destroy();
    await expect.poll(() => new Promise((resolve) => receiver.getConnections((_, n) => resolve(n)))).toBe(0);
  });
});
