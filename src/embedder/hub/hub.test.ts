import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGuardedFetch, type GuardedFetch } from '../../ingest/fetch/guarded-fetch.ts';
import type { Embedder } from '../embedder.ts';
import { type ModelOptions, openModel } from '../open/open-model.ts';
import {
  type LoopbackHub,
  openLoopbackHub,
  tinyHub,
  tinyModels,
} from '../../../test/support/embedder/loopback-hub.ts';

let folder: string;
let hub: LoopbackHub;
let guarded: GuardedFetch;
const opened: Embedder[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-hub-'));
  hub = await openLoopbackHub();
  guarded = createGuardedFetch({ allow: ['127.0.0.1'] });
});
afterEach(async () => {
  for (const embedder of opened.splice(0)) await embedder.close();
  hub.close();
  await guarded.close();
  await rm(folder, { recursive: true, force: true });
});

const openTestModel = async (name: string, more: Partial<ModelOptions> = {}): Promise<Embedder> => {
  const models = { url: hub.url, folder: join(folder, 'models'), offline: false, fetch: guarded.fetch };
  const embedder = await openModel(`hub:shop/${name}`, { ...models, ...more });
  opened.push(embedder);
  return embedder;
};

/** The upper half red, the lower half blue. */
const redOverBlue = async (): Promise<Buffer> => {
  const half = { create: { width: 32, height: 16, channels: 3, background: '#0000ff' } } as const;
  const red = sharp({ create: { width: 32, height: 32, channels: 3, background: '#ff0000' } });
  return red
    .composite([{ input: half, left: 0, top: 16 }])
    .png()
    .toBuffer();
};

const looksOf = async (embedder: Embedder): Promise<number[]> => {
  const [result] = await embedder.embed([await redOverBlue()]);
  if (result?.ok !== true) throw new Error('not embedded');
  return [...result.embedding.looks].map((value) => Math.round(value * 100) / 100 + 0);
};

const weightsFile = (name: string) =>
  join(folder, 'models', 'shop', name, 'onnx', name === 'tiny-dinov2' ? 'model.onnx' : 'vision_model.onnx');

describe('a model of the hub gives the picture vector of its family', () => {
  it.each([
    ['tiny-clip', 'image_embeds', [0, -1, 0]],
    ['tiny-siglip', 'pooler_output', [0, -1, 0]],
    ['tiny-dinov2', 'the first of last_hidden_state', [0.58, -0.58, -0.58]],
  ])('%s: %s', async (name, _output, looks) => {
    const embedder = await openTestModel(name);
    expect(embedder.looksDimensions).toBe(3);
    expect(await looksOf(embedder)).toEqual(looks);
  });
});

describe('a model of the hub', () => {
  it('is downloaded once with progress, and then used offline', async () => {
    const progressLines: string[] = [];
    const online = await openTestModel('tiny-clip', {
      progress: (file, done, total) => progressLines.push(`${file} ${done}/${total}`),
    });
    const size = tinyModels['shop/tiny-clip']?.['onnx/vision_model.onnx']?.length;
    expect(progressLines).toContain(`onnx/vision_model.onnx ${size}/${size}`);
    const requestCount = hub.requests.length;
    const offline = await openTestModel('tiny-clip', { offline: true });
    expect(hub.requests.length).toBe(requestCount);
    expect(offline.model).toBe(online.model);
    expect(await looksOf(offline)).toEqual([0, -1, 0]);
  });

  it('is stored under the models folder and nowhere else', async () => {
    await openTestModel('tiny-dinov2');
    const storedFiles = await readdir(join(folder, 'models', 'shop'), { recursive: true });
    expect(storedFiles.sort()).toEqual([
      'tiny-dinov2',
      'tiny-dinov2.sums.json',
      'tiny-dinov2/config.json',
      'tiny-dinov2/onnx',
      'tiny-dinov2/onnx/model.onnx',
      'tiny-dinov2/preprocessor_config.json',
    ]);
  });

  it('cannot be used offline before it was downloaded', async () => {
    await expect(openTestModel('tiny-clip', { offline: true })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('works offline') as string,
    });
    expect(hub.requests).toEqual([]);
  });

  it('is reported with the missing file when the hub does not have it', async () => {
    await expect(openTestModel('nothing')).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('the hub has no preprocessor_config.json of it') as string,
    });
  });

  it('is not requested from a private address unless that is allowed', async () => {
    const withoutAllowance = createGuardedFetch({ allow: [] });
    await expect(openTestModel('tiny-clip', { fetch: withoutAllowance.fetch })).rejects.toMatchObject({
      code: 'not-allowed',
    });
    await withoutAllowance.close();
    expect(hub.requests).toEqual([]);
  });
});

describe('a file of a model', () => {
  it('is refused and not stored when its bytes do not match the announced checksum', async () => {
    const lying = await openLoopbackHub((request, response) => {
      if (request.url?.startsWith('/files/') !== true) return tinyHub(request, response);
      return response.writeHead(200).end('something else');
    });
    await expect(openTestModel('tiny-clip', { url: lying.url })).rejects.toMatchObject({
      message: expect.stringContaining('checksum') as string,
    });
    lying.close();
    expect(await readdir(join(folder, 'models', 'shop', 'tiny-clip'), { recursive: true })).not.toContain(
      join('onnx', 'vision_model.onnx'),
    );
  });

  it('is refused when it was damaged on disk', async () => {
    await openTestModel('tiny-clip');
    await writeFile(weightsFile('tiny-clip'), 'damaged');
    await expect(openTestModel('tiny-clip', { offline: true })).rejects.toMatchObject({ code: 'corrupted' });
  });

  it('is refused when the hub has changed it since first use', async () => {
    await openTestModel('tiny-clip');
    await rm(join(folder, 'models', 'shop', 'tiny-clip', 'config.json'));
    const changed = await openLoopbackHub((request, response) => {
      if (request.url?.endsWith('/config.json') !== true) return tinyHub(request, response);
      return response.end(JSON.stringify({ model_type: 'clip', hidden_size: 4 }));
    });
    await expect(openTestModel('tiny-clip', { url: changed.url })).rejects.toMatchObject({
      code: 'corrupted',
      message: expect.stringContaining('config.json') as string,
      nextStep: expect.stringContaining('sums.json') as string,
    });
    changed.close();
  });

  it('is downloaded again when it was removed', async () => {
    const { model } = await openTestModel('tiny-clip');
    await rm(weightsFile('tiny-clip'));
    expect((await openTestModel('tiny-clip')).model).toBe(model);
  });
});

describe('without the library @huggingface/transformers', () => {
  /** A process in which the package cannot be found. */
  const withoutLibrary = (model: string) => {
    const hook = `import { registerHooks } from 'node:module';
      registerHooks({ resolve(name, context, next) {
        if (name !== '@huggingface/transformers') return next(name, context);
        throw Object.assign(new Error('not there'), { code: 'ERR_MODULE_NOT_FOUND' });
      } });`;
    const program = `import { openModel } from ${JSON.stringify(new URL('../open/open-model.ts', import.meta.url).href)};
      const models = { url: 'http://127.0.0.1:9', folder: ${JSON.stringify(folder)}, offline: false, fetch };
      const opened = await openModel(${model}, models).catch((fault) => fault);
      console.log(JSON.stringify({ model: opened.model, code: opened.code, nextStep: opened.nextStep }));
      await opened.close?.();`;
    const hooks = `data:text/javascript,${encodeURIComponent(hook)}`;
    const { stdout } = spawnSync(process.execPath, ['--import', hooks, '--input-type=module', '-e', program]);
    return JSON.parse(stdout.toString()) as Record<string, string>;
  };

  it('a model of the hub fails with what to install, and other models work', () => {
    expect(withoutLibrary('"hub:shop/tiny-clip"')).toMatchObject({
      code: 'unavailable',
      nextStep: expect.stringContaining('npm install @huggingface/transformers') as string,
    });
    expect(withoutLibrary('null')['model']).toMatch(/^mobilenet/);
  });
});
