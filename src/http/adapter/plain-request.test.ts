import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPlainRequest } from './plain-request.ts';

const paths = new Set(['/search/imagesearch']);
const read = (text: string, known: Parameters<typeof readPlainRequest>[2] = null) =>
  readPlainRequest(Buffer.from(text, 'latin1'), paths, known);
const line = 'GET /search/imagesearch?btr=1&identifier=p%201 HTTP/1.1\r\n';
const host = 'Host: shop.example\r\n';

describe('readPlainRequest', () => {
  it('reads path, address and headers', () => {
    const request = read(`${line}${host}Ocp-Apim-Subscription-Key:  abc \r\nX-Empty:\r\n\r\n`);
    expect(request).toMatchObject({
      method: 'GET',
      path: '/search/imagesearch',
      url: '/search/imagesearch?btr=1&identifier=p%201',
      block: {
        headers: { host: 'shop.example', 'ocp-apim-subscription-key': 'abc', 'x-empty': '' },
        isLast: false,
      },
    });
  });

  it('reads a path without a query', () => {
    expect(read(`GET /search/imagesearch HTTP/1.1\r\n${host}\r\n`)?.url).toBe('/search/imagesearch');
  });

  it.each(['GET', 'HEAD', 'OPTIONS'])('reads %s', (method) => {
    expect(read(`${line.replace('GET', method)}${host}\r\n`)?.method).toBe(method);
  });

  it.each([
    ['keep-alive', false],
    ['Keep-Alive', false],
    ['close', true],
    ['Close', true],
  ])('Connection: %s is the last call: %s', (value, isLast) => {
    expect(read(`${line}${host}Connection: ${value}\r\n\r\n`)?.block.isLast).toBe(isLast);
  });

  it('takes the headers of the call before when they are the same to the letter', () => {
    const first = read(`${line}${host}\r\n`);
    expect(read(`${line}${host}\r\n`, first)?.block).toBe(first?.block);
    expect(read(`${line}Host: other.example\r\n\r\n`, first)?.block.headers.host).toBe('other.example');
  });

  it.each([
    ['another method', `POST /search/imagesearch HTTP/1.1\r\n${host}\r\n`],
    ['a method in small letters', `get /search/imagesearch HTTP/1.1\r\n${host}\r\n`],
    ['another path', `GET /search/other HTTP/1.1\r\n${host}\r\n`],
    ['another spelling of the path', `GET /Search/ImageSearch HTTP/1.1\r\n${host}\r\n`],
    ['an absolute address', `GET http://a/search/imagesearch HTTP/1.1\r\n${host}\r\n`],
    ['HTTP/1.0', `GET /search/imagesearch HTTP/1.0\r\n${host}\r\n`],
    ['no version', `GET /search/imagesearch\r\n${host}\r\n`],
    ['a space in the address', `GET /search/imagesearch?a b HTTP/1.1\r\n${host}\r\n`],
    ['two spaces before the version', `GET /search/imagesearch?a  HTTP/1.1\r\n${host}\r\n`],
    ['a fragment', `GET /search/imagesearch?a#b HTTP/1.1\r\n${host}\r\n`],
    ['bytes that are not ASCII in the address', `GET /search/imagesearch?q=\u00e9 HTTP/1.1\r\n${host}\r\n`],
    ['a control character in the address', `GET /search/imagesearch?q=\u0001 HTTP/1.1\r\n${host}\r\n`],
    ['no Host', `${line}Accept: */*\r\n\r\n`],
    ['two Hosts', `${line}${host}${host}\r\n`],
    ['a header twice', `${line}${host}Accept: a\r\naccept: b\r\n\r\n`],
    ['a folded header', `${line}${host}Accept: a\r\n b\r\n\r\n`],
    ['a space before the colon', `${line}${host}Accept : a\r\n\r\n`],
    ['a line without a colon', `${line}${host}Accept\r\n\r\n`],
    ['an empty name', `${line}${host}: a\r\n\r\n`],
    ['a line feed alone', `${line}${host}Accept: a\nX: b\r\n\r\n`],
    ['a carriage return alone', `${line}${host}Accept: a\rX: b\r\n\r\n`],
    ['a NUL', `${line}${host}Accept: \0\r\n\r\n`],
    ['a value that is not ASCII', `${line}${host}Accept: \u00e9\r\n\r\n`],
    ['a length', `${line}${host}Content-Length: 0\r\n\r\n`],
    ['chunks', `${line}${host}Transfer-Encoding: chunked\r\n\r\n`],
    ['an upgrade', `${line}${host}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n`],
    ['an expectation', `${line}${host}Expect: 100-continue\r\n\r\n`],
    ['another word for the connection', `${line}${host}Connection: close, te\r\n\r\n`],
    ['two requests', `${line}${host}\r\n${line}${host}\r\n`],
    ['a byte behind the request', `${line}${host}\r\nx`],
    ['half of a request', `${line}${host}`],
    ['half of a line', line.slice(0, 20)],
    ['an empty line first', `\r\n${line}${host}\r\n`],
    ['a long request', `${line}${host}X: ${'x'.repeat(9_000)}\r\n\r\n`],
    ['nothing', ''],
  ])('leaves to node:http: %s', (_, text) => {
    expect(read(text)).toBeNull();
  });
});

describe('what is read here', () => {
  let server: Server;
  const seen: { url: string | undefined; headers: IncomingHttpHeaders }[] = [];
  beforeAll(async () => {
    server = createServer(({ url, headers }, response) => {
      seen.push({ url, headers: { ...headers } });
      response.end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('node:http reads in the same way', async () => {
    const { port } = server.address() as AddressInfo;
    const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9!#$%&'*+.^_`|~-]{0,12}$/);
    const value = fc.stringMatching(/^[ -~\t]{0,30}$/);
    const query = fc.stringMatching(/^[!"$-~]{0,40}$/);
    const sent = fc.record({
      query,
      headers: fc.uniqueArray(fc.tuple(name, value), {
        selector: ([header]) => header.toLowerCase(),
        maxLength: 6,
      }),
    });
    const samples = fc.sample(sent, { numRuns: 150, seed: 20_261_116 });
    let compared = 0;
    for (const { query: text, headers } of samples) {
      const lines = headers
        .filter(([header]) => header.toLowerCase() !== 'host')
        .map(([header, content]) => `${header}: ${content}\r\n`);
      const bytes = `GET /search/imagesearch?${text} HTTP/1.1\r\n${host}${lines.join('')}\r\n`;
      const request = read(bytes);
      if (request === null) continue;
      seen.length = 0;
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      socket.write(bytes);
      await once(socket, 'data');
      socket.destroy();
      expect(seen).toEqual([{ url: request.url, headers: { ...request.block.headers } }]);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(100);
  });
});
