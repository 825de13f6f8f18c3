import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Embedder } from './embedder.ts';
import { type Models, openModel } from './models.ts';
import { writeModel } from './onnx/write-model.ts';

/** Sees the mean of each colour: the smallest net there is. */
const weights = writeModel({
  name: 'mean-colour',
  producer: 'test',
  input: { name: 'pixel_values', dims: [1, 3, 8, 8] },
  output: { name: 'features', dims: [1, 3, 1, 1] },
  nodes: [{ operator: 'GlobalAveragePool', inputs: ['pixel_values'], outputs: ['features'] }],
  weights: [],
});
const preprocessor = JSON.stringify({
  size: { height: 8, width: 8 },
  image_mean: [0.5, 0.5, 0.5],
  image_std: [0.5, 0.5, 0.5],
});

const picture = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 20, height: 20, channels: 3, background } })
    .png()
    .toBuffer();

let folder: string;
let server: Server | null = null;
const opened: Embedder[] = [];
let requests: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-models-'));
  requests = [];
});
afterEach(async () => {
  for (const embedder of opened.splice(0)) await embedder.close();
  server?.close();
  server = null;
  await rm(folder, { recursive: true, force: true });
});

const listen = async (answer: RequestListener): Promise<string> => {
  server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const models = (more: Partial<Models> = {}): Models => ({
  url: 'http://127.0.0.1:9',
  folder: join(folder, 'models'),
  offline: false,
  fetch: (url, { body, ...options }) =>
    fetch(url, { ...options, ...(body !== undefined && { method: 'POST', body }) }),
  ...more,
});

const openIt = async (model: string, more: Partial<Models> = {}): Promise<Embedder> => {
  const embedder = await openModel(model, models(more));
  opened.push(embedder);
  return embedder;
};

const looksOf = async (embedder: Embedder, background: string): Promise<number[]> => {
  const [result] = await embedder.embed([await picture(background)]);
  if (result?.ok !== true) throw new Error('not embedded');
  return [...result.embedding.looks].map((value) => Math.round(value * 1000) / 1000 + 0);
};

const hubFiles: Readonly<Record<string, Uint8Array | string>> = {
  '/shop/tiny/resolve/main/preprocessor_config.json': preprocessor,
  '/shop/tiny/resolve/main/onnx/model.onnx': weights,
};
const hub: RequestListener = ({ url = '' }, response) => {
  const file = hubFiles[url];
  if (file === undefined) return response.writeHead(404).end();
  const tag = createHash('sha256').update(file).digest('hex');
  return response.writeHead(200, { 'x-linked-etag': `"${tag}"`, 'content-length': file.length }).end(file);
};

describe('a model in a folder', () => {
  it('is run as its description says', async () => {
    await writeFile(join(folder, 'preprocessor_config.json'), preprocessor);
    await writeFile(join(folder, 'model.onnx'), weights);
    const embedder = await openIt(`folder:${folder}`);
    expect(embedder.looksDimensions).toBe(3);
    expect(await looksOf(embedder, '#ff0000')).toEqual([0.577, -0.577, -0.577]);
    expect((await embedder.embed([new Uint8Array(3)]))[0]).toMatchObject({ ok: false });
  });

  it('without weights is refused with what a folder should hold', async () => {
    await writeFile(join(folder, 'preprocessor_config.json'), preprocessor);
    await expect(openIt(`folder:${folder}`)).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('no .onnx file') as string,
    });
  });
});

describe('a model of the hub', () => {
  it('is downloaded once with progress, and then used offline', async () => {
    const url = await listen(hub);
    const told: string[] = [];
    const progress: Models['progress'] = (file, done, total) => told.push(`${file} ${done}/${total}`);
    const online = await openIt('hub:shop/tiny', { url, progress });
    expect(told.at(-1)).toBe(`onnx/model.onnx ${weights.length}/${weights.length}`);
    const asked = requests.length;
    const offline = await openIt('hub:shop/tiny', { url, offline: true });
    expect(requests.length).toBe(asked);
    expect(offline.model).toBe(online.model);
    expect(await looksOf(offline, '#0000ff')).toEqual([-0.577, -0.577, 0.577]);
  });

  it('that is not kept cannot be used offline', async () => {
    await expect(openIt('hub:shop/tiny', { offline: true })).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('whose bytes are not what the hub says is refused, and nothing of it is kept', async () => {
    const url = await listen((request, response) => {
      if (request.url?.endsWith('.onnx') !== true) return hub(request, response);
      return response.writeHead(200, { 'x-linked-etag': `"${'0'.repeat(64)}"` }).end(weights);
    });
    await expect(openIt('hub:shop/tiny', { url })).rejects.toMatchObject({
      message: expect.stringContaining('checksum') as string,
    });
    await expect(readFile(join(folder, 'models', 'shop', 'tiny', 'onnx', 'model.onnx'))).rejects.toThrow();
  });

  it('that was damaged on the disk is refused', async () => {
    const url = await listen(hub);
    await openIt('hub:shop/tiny', { url });
    await writeFile(join(folder, 'models', 'shop', 'tiny', 'onnx', 'model.onnx'), 'damaged');
    await expect(openIt('hub:shop/tiny', { url })).rejects.toMatchObject({ code: 'corrupted' });
  });

  it.each(['hub:../../etc', 'hub:only-a-name', 'folder:relative', 'resnet'])('is not %s', async (model) => {
    await mkdir(join(folder, 'models'), { recursive: true });
    await expect(openIt(model)).rejects.toMatchObject({ code: 'bad-input' });
  });
});

describe('an embedding server', () => {
  const serverOf = (vectors: (count: number) => unknown) =>
    listen((request, response) => {
      if (request.method === 'GET') return response.end(JSON.stringify({ model: 'far', dimensions: 2 }));
      let body = '';
      request.on('data', (piece: Buffer) => (body += piece.toString()));
      return request.on('end', () => {
        const { pictures } = JSON.parse(body) as { pictures: string[] };
        response.end(JSON.stringify({ model: 'far', vectors: vectors(pictures.length) }));
      });
    });

  it('is sent pictures that can be decoded, and its vectors get unit length', async () => {
    const url = await serverOf((count) => Array.from({ length: count }, () => [3, 4]));
    const embedder = await openIt(url);
    const results = await embedder.embed([
      await picture('#f00'),
      Buffer.from('<html>'),
      await picture('#0f0'),
    ]);
    expect(results.map(({ ok }) => ok)).toEqual([true, false, true]);
    expect(await looksOf(embedder, '#ff0000')).toEqual([0.6, 0.8]);
  });

  it('that answers in another form is told apart from a bad picture', async () => {
    const url = await serverOf(() => [[1, 2, 3]]);
    const embedder = await openIt(url);
    await expect(embedder.embed([await picture('#f00')])).rejects.toMatchObject({ code: 'unavailable' });
  });
});
