import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataset } from '../../test/support/import-shop.ts';
import type { Fetch } from './fetch/fetch.ts';
import { inspectFeed, inspectFeedDefaults } from './inspect-feed.ts';

let folder: string;
let server: Server;
let body: Uint8Array | 'endless' = Buffer.alloc(0);
let status = 200;

const plainFetch: Fetch = (url, { headers, signal }) =>
  fetch(url, { ...(headers && { headers }), ...(signal && { signal }) });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-inspect-'));
  status = 200;
  server = createServer((_, response) => {
    response.writeHead(status);
    if (body !== 'endless') return void response.end(body);
    response.write('id,name\n');
    const row = Buffer.from(`${'1234567,'.padEnd(1_000, 'x')}\n`.repeat(1_000));
    const push = (): void => {
      while (response.write(row));
    };
    response.on('drain', push);
    push();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed`;
const inspect = (location: { file?: string; url?: string }, timeoutMs?: number) =>
  inspectFeed(
    { fetch: plainFetch, folder, ...(timeoutMs !== undefined && { timeoutMs }) },
    dataset,
    { file: location.file ?? null, url: location.url ?? null },
    new AbortController().signal,
  );

const write = async (text: string | Uint8Array): Promise<string> => {
  const file = join(folder, 'feed');
  await writeFile(file, text);
  return file;
};

describe('the inspection of a feed', () => {
  it('reports format, encoding, mapping, examples and faults', async () => {
    const file = await write('id;title;price\n1;Lámpa;10\n2;Bögre\n');
    const inspection = await inspect({ file });
    expect(inspection).toMatchObject({
      format: 'CSV',
      encoding: 'utf-8',
      examples: [{ id: '1', title: 'Lámpa', price: '10' }],
      faults: [{ line: 3 }],
    });
    expect(inspection.fields.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['identifier', 'displayText', 'price']),
    );
  });

  it.each([
    ['JSON', '[{"id":1}]'],
    ['NDJSON', '{"id":1}\n{"id":2}'],
    ['XML', '<rss><channel><item><id>1</id></item></channel></rss>'],
    ['Shopify CSV', 'Handle,Title,Variant Price\na,A,1'],
    ['Magento CSV', 'sku,product_type,url_key\na,simple,a'],
  ])('names %s', async (format, text) => {
    expect((await inspect({ file: await write(text) })).format).toBe(format);
  });

  it('gives the faults of a feed that cannot be read to the caller', async () => {
    await expect(inspect({ file: await write('<html><body>Sign in</body></html>') })).rejects.toMatchObject({
      code: 'bad-input',
      reason: { reason: 'web-page' },
    });
    await expect(inspect({ file: join(folder, 'absent') })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('asks for a feed when there is none', async () => {
    await expect(inspect({})).rejects.toMatchObject({ reason: { reason: 'no-source' } });
  });

  it('ends when it takes too long', async () => {
    const file = await write('id,name\n1,x\n');
    await expect(inspect({ file }, 1)).rejects.toMatchObject({
      code: 'bad-input',
      message: 'The feed takes too long to inspect.',
    });
  });

  it('downloads a bounded part of a feed at an address, and keeps nothing', async () => {
    body = 'endless';
    const { examples } = await inspect({ url: address() });
    expect(examples.length).toBeGreaterThan(0);
    expect(await readdir(join(folder, 'uploads'))).toEqual([]);
  });

  it('reads the beginning of a packed feed of which it has a part', async () => {
    const rows = Array.from(
      { length: 400_000 },
      (_, index) =>
        `${index},${Math.random()}${Math.random()}${Math.random()}${Math.random()}${Math.random()}`,
    );
    body = gzipSync(`id,name\n${rows.join('\n')}`, { level: 1 });
    expect(body.length).toBeLessThan(inspectFeedDefaults.downloadBytes);
    expect((await inspect({ url: address() })).examples).toHaveLength(10);
  });

  it('reports what the server answered', async () => {
    status = 404;
    await expect(inspect({ url: address() })).rejects.toMatchObject({ code: 'unavailable' });
  });
});
