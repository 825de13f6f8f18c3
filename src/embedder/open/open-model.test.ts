import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Embedder } from '../embedder.ts';
import { type ModelOptions, openModel } from './open-model.ts';
import { writeModel } from '../../../scripts/onnx/write-model.ts';

/** A minimal model: its output is the mean of each colour channel. */
const weights = writeModel({
  name: 'mean-colour',
  producer: 'test',
  input: { name: 'pixel_values', dims: [1, 3, 8, 8] },
  outputs: [{ name: 'features', dims: [1, 3, 1, 1] }],
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

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-models-'));
});
afterEach(async () => {
  for (const embedder of opened.splice(0)) await embedder.close();
  server?.close();
  server = null;
  await rm(folder, { recursive: true, force: true });
});

const listen = async (answer: RequestListener): Promise<string> => {
  server = createServer(answer);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const models = (): ModelOptions => ({
  url: 'http://127.0.0.1:9',
  folder: join(folder, 'models'),
  offline: false,
  fetch: (url, { headers, signal, body }) =>
    fetch(url, {
      ...(headers && { headers }),
      ...(signal && { signal }),
      ...(body !== undefined && { method: 'POST', body }),
    }),
});

const openTestModel = async (model: string): Promise<Embedder> => {
  const embedder = await openModel(model, models());
  opened.push(embedder);
  return embedder;
};

const looksOf = async (embedder: Embedder, background: string): Promise<number[]> => {
  const [result] = await embedder.embed([await picture(background)]);
  if (result?.ok !== true) throw new Error('not embedded');
  return [...result.embedding.looks].map((value) => Math.round(value * 1000) / 1000 + 0);
};

describe('a model in a folder', () => {
  it('is run with the size and normalisation of its preprocessor_config.json', async () => {
    await writeFile(join(folder, 'preprocessor_config.json'), preprocessor);
    await writeFile(join(folder, 'model.onnx'), weights);
    const embedder = await openTestModel(`folder:${folder}`);
    expect(embedder.looksDimensions).toBe(3);
    expect(await looksOf(embedder, '#ff0000')).toEqual([0.577, -0.577, -0.577]);
    expect((await embedder.embed([new Uint8Array(3)]))[0]).toMatchObject({ ok: false });
  });

  it('is refused without weights, with the files a folder needs', async () => {
    await writeFile(join(folder, 'preprocessor_config.json'), preprocessor);
    await expect(openTestModel(`folder:${folder}`)).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('no .onnx file') as string,
    });
  });
});

describe('an invalid model name', () => {
  it.each(['hub:../../etc', 'hub:only-a-name', 'folder:relative', 'resnet'])(
    '%s is refused',
    async (model) => {
      await expect(openTestModel(model)).rejects.toMatchObject({ code: 'bad-input' });
    },
  );
});

describe('an embedding server', () => {
  const startServer = (vectors: (count: number) => unknown) =>
    listen((request, response) => {
      if (request.method === 'GET') return response.end(JSON.stringify({ model: 'far', dimensions: 2 }));
      let body = '';
      request.on('data', (piece: Buffer) => (body += piece.toString()));
      return request.on('end', () => {
        const { pictures } = JSON.parse(body) as { pictures: string[] };
        response.end(JSON.stringify({ model: 'far', vectors: vectors(pictures.length) }));
      });
    });

  it('receives the pictures that can be decoded, and its vectors get unit length', async () => {
    const url = await startServer((count) => Array.from({ length: count }, () => [3, 4]));
    const embedder = await openTestModel(url);
    const results = await embedder.embed([
      await picture('#f00'),
      Buffer.from('<html>'),
      await picture('#0f0'),
    ]);
    expect(results.map(({ ok }) => ok)).toEqual([true, false, true]);
    expect(await looksOf(embedder, '#ff0000')).toEqual([0.6, 0.8]);
  });

  it('is reported as unavailable when its answer does not follow the protocol', async () => {
    const url = await startServer(() => [[1, 2, 3]]);
    const embedder = await openTestModel(url);
    await expect(embedder.embed([await picture('#f00')])).rejects.toMatchObject({ code: 'unavailable' });
  });
});
