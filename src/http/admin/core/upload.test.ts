import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Fault, faultTable } from '../../../errors.ts';
import { isUpload, receiveFile } from './upload.ts';

type Outcome = { readonly name: string; readonly content: string } | { readonly fault: Fault };

let folder: string;
let server: Server;
let outcomes: Outcome[];
let createFile: ((path: string) => Writable) | undefined;
let maximumBytes: number | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-upload-'));
  outcomes = [];
  createFile = undefined;
  maximumBytes = undefined;
  server = createServer((request, response) => {
    const options = {
      ...(createFile && { createFile }),
      ...(maximumBytes !== undefined && { maximumBytes }),
    };
    const received = receiveFile({ request, folder: join(folder, 'uploads'), ...options });
    received
      .then(async ({ path, name }) => ({ name, content: await readFile(path, 'utf8') }))
      .catch((error: unknown) => {
        if (error instanceof Fault) return { fault: error };
        throw error;
      })
      .then((outcome) => {
        outcomes.push(outcome);
        response.writeHead('fault' in outcome ? faultTable[outcome.fault.code].status : 200).end();
      }, response.destroy.bind(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const part = (name: string, filename: string | null, content: string): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${filename === null ? '' : `; filename="${filename}"`}\r\n\r\n${content}\r\n`;
const form = (...parts: string[]): string => `${parts.join('')}--b--\r\n`;
const head = (length: string): string =>
  `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=b\r\n${length}\r\n\r\n`;

const open = async (): Promise<Socket> => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  return socket;
};

/** Sends a body that is complete as HTTP and resolves with the status of the answer. */
const send = async (body: string): Promise<number> => {
  const socket = await open();
  socket.write(head(`Content-Length: ${Buffer.byteLength(body)}`) + body);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Number(/^HTTP\/1\.1 (\d+)/.exec(Buffer.concat(chunks).toString())?.[1]);
};

/** Announces more than it sends and leaves. */
const sendAndLeave = async (body: string): Promise<void> => {
  const socket = await open();
  const arrived = once(server, 'request');
  socket.write(head(`Content-Length: ${Buffer.byteLength(body) + 1}`) + body);
  await arrived;
  socket.resetAndDestroy();
};

const leftFiles = async (): Promise<string[]> =>
  existsSync(join(folder, 'uploads')) ? readdir(join(folder, 'uploads')) : [];

const forms: [name: string, body: string][] = [
  ['a feed', form(part('feed', 'f.csv', 'a,b\r\n1,2'))],
  [
    'a feed between a field and another file',
    form(part('note', null, 'hello'), part('other', 'o.csv', 'x,y'), part('feed', 'f.csv', 'a,b')),
  ],
];

describe('a multipart upload', () => {
  it.each(forms)('stores %s under a temporary name', async (_, body) => {
    expect(await send(body)).toBe(200);
    expect(outcomes).toEqual([{ name: 'f.csv', content: expect.stringMatching(/^a,b/) as string }]);
  });

  it.each([
    ['1763200000000', 1763200000000],
    ['2026-11-15T12:00:00Z', Date.parse('2026-11-15T12:00:00Z')],
  ])('gets the time that the form gives it: %s', async (text, expected) => {
    expect(await send(form(part('feed', 'f.csv', 'a'), part('lastModified', null, text)))).toBe(200);
    const [name = ''] = await leftFiles();
    expect((await stat(join(folder, 'uploads', name))).mtimeMs).toBe(expected);
  });

  it('is refused with a time that is none', async () => {
    expect(await send(form(part('lastModified', null, 'soon'), part('feed', 'f.csv', 'a')))).toBe(400);
    expect(await leftFiles()).toEqual([]);
  });

  it('keeps the first of two feeds', async () => {
    expect(await send(form(part('feed', 'one.csv', '1'), part('feed', 'two.csv', '2')))).toBe(200);
    expect(outcomes).toEqual([{ name: 'one.csv', content: '1' }]);
  });

  it('is refused without a part "feed"', async () => {
    expect(await send(form(part('other', 'o.csv', 'x')))).toBe(400);
    expect(outcomes).toMatchObject([{ fault: { message: expect.stringContaining('"feed"') as string } }]);
    expect(await leftFiles()).toEqual([]);
  });

  it('is refused above the size limit and leaves no file', async () => {
    maximumBytes = 1000;
    expect(await send(form(part('feed', 'f.csv', 'x'.repeat(200_000))))).toBe(413);
    expect(await leftFiles()).toEqual([]);
  });

  it('is recognised by its content type', () => {
    expect(isUpload('multipart/form-data; boundary=b')).toBe(true);
    expect(['application/json', 'multipart/form-data', undefined].some(isUpload)).toBe(false);
  });
});

describe.each(forms)('a cut upload of %s', (_, body) => {
  const prefixes = Array.from({ length: body.length - '--\r\n'.length }, (__, length) =>
    body.slice(0, length),
  );

  it('is answered with 400 at every cut and leaves no file', async () => {
    for (const prefix of prefixes) expect(await send(prefix), JSON.stringify(prefix.slice(-20))).toBe(400);
    expect(await leftFiles()).toEqual([]);
    expect(await send(body)).toBe(200);
  });

  it('is given up at every cut when the sender leaves, and leaves no file', async () => {
    for (const prefix of prefixes) await sendAndLeave(prefix);
    await expect.poll(() => outcomes.length).toBe(prefixes.length);
    expect(outcomes.every((outcome) => 'fault' in outcome && outcome.fault.code === 'bad-input')).toBe(true);
    expect(await leftFiles()).toEqual([]);
    expect(await send(body)).toBe(200);
  });
});

describe('an upload to a full disk', () => {
  it.skipIf(!existsSync('/dev/full'))('is answered with 503', async () => {
    createFile = () => createWriteStream('/dev/full');
    expect(await send(form(part('feed', 'f.csv', 'x'.repeat(300_000))))).toBe(503);
    expect(outcomes).toMatchObject([
      { fault: { code: 'unavailable', message: expect.stringContaining('disk is full') as string } },
    ]);
  });
});

/** Three failures of one upload, each at a moment that the test chooses. */
type Failure = 'disk' | 'form' | 'sender';
const orders: Failure[][] = [
  ['disk', 'form', 'sender'],
  ['disk', 'sender', 'form'],
  ['form', 'disk', 'sender'],
  ['form', 'sender', 'disk'],
  ['sender', 'disk', 'form'],
  ['sender', 'form', 'disk'],
];

describe('an upload with several failures', () => {
  it.each(orders)('in the order %s, %s, %s ends with one fault', async (...order) => {
    const written = Promise.withResolvers<Writable>();
    createFile = () => {
      const file = new Writable({
        write: (_chunk, _encoding, done) => {
          written.resolve(file);
          // Slow: the write never completes by itself.
          file.once('close', done);
        },
      });
      return file;
    };
    const socket = await open();
    socket.write(head('Transfer-Encoding: chunked'));
    const first = `--b\r\nContent-Disposition: form-data; name="feed"; filename="f"\r\n\r\n${'x'.repeat(100)}`;
    socket.write(`${Buffer.byteLength(first).toString(16)}\r\n${first}\r\n`);
    const file = await written.promise;
    const fail: Record<Failure, () => unknown> = {
      disk: () => file.destroy(Object.assign(new Error('no space'), { code: 'ENOSPC' })),
      form: () => socket.write('0\r\n\r\n'),
      sender: () => socket.resetAndDestroy(),
    };
    for (const failure of order) {
      fail[failure]();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await expect.poll(() => outcomes.length).toBe(1);
    expect(outcomes).toMatchObject([{ fault: expect.any(Fault) as Fault }]);
    expect(await leftFiles()).toEqual([]);
    createFile = undefined;
    expect(await send(form(part('feed', 'f.csv', 'a,b')))).toBe(200);
  });
});
