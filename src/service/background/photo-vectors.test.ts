import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Dataset } from '../../domain/dataset.ts';
import type { Embedder } from '../../embedder/embedder.ts';
import type { ProductReader } from '../../engine/engine.ts';
import type { Fetch } from '../../ingest/fetch/fetch.ts';
import { openLooksFiles } from '../../learning/looks/looks-files.ts';
import { applyMap, type LooksMap } from '../../learning/looks/map/looks-map.ts';
import { createReadPhoto } from './photo-vectors.ts';

const map: LooksMap = {
  projection: null,
  settings: { mix: null, colour: 0.5, words: 0.25 },
  vocabulary: { words: ['hoodie', 'red'], weights: Float32Array.from([1, 1]) },
};
const embedding = { looks: Float32Array.from([1, 0]), colour: Float32Array.from([0, 1]) };
const tracker = '00000000-0000-4000-8000-000000000001';
const dataset = { tracker, model: null } as Dataset;
const embedderOf = (model: string): Embedder => ({
  model,
  looksDimensions: 2,
  colourDimensions: 2,
  embed: async (pictures) => pictures.map(() => ({ ok: true, embedding })),
  close: async () => undefined,
});

let folder = '';
const read = async (model: string, reader: Pick<ProductReader, 'version' | 'model'>) => {
  const fetch: Fetch = () => Promise.reject(new Error('nothing is fetched'));
  const readPhoto = createReadPhoto({ embedder: async () => embedderOf(model), fetch, folder });
  const body = { like: [{ bytes: Buffer.from('photo') }], unlike: [], words: '' };
  const readVectors = await readPhoto(dataset, body, { regions: [], cutsOut: false });
  const { parts } = await readVectors(reader as ProductReader);
  return parts[0].vectors;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-photo-vectors-'));
  const files = openLooksFiles(folder, tracker);
  const report = { field: null, pictures: 0, labels: 0, base: null, learnt: null, trials: [], reason: '' };
  await files.writeDecision('v1', {
    embedder: 'model',
    map: await files.writeMap(map),
    counts: {},
    report: { ...report, settings: map.settings },
  });
});
afterAll(() => rm(folder, { recursive: true }));

it('a photo is mapped as the pictures of a version with a learnt map were', async () => {
  const { hash: _hash, ...mapped } = applyMap(map, { hash: '', ...embedding }, []);
  expect(await read('model', { version: 'v1', model: 'model+map' })).toEqual(mapped);
});

it('a photo stays as it is where nothing was learnt', async () => {
  expect(await read('model', { version: 'v2', model: 'model' })).toEqual(embedding);
});

it('a photo of another model is not compared', async () => {
  await expect(read('other', { version: 'v1', model: 'model+map' })).rejects.toThrow('with another model');
});
