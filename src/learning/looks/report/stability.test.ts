import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLooksFiles } from '../looks-files.ts';
import { createRandom } from '../decide/measure.ts';
import type { SampleItem, Vectors } from '../train/sample.ts';
import { type ComparedVersion, describeStability, measureStability } from './stability.ts';

const createItem = (at: number): SampleItem => ({
  hash: `hash${at}`,
  family: `family${at}`,
  identifier: `p${at}`,
  label: null,
  words: [],
});

const createVectors = (seed: number, count: number): Map<string, Vectors> => {
  const random = createRandom(seed);
  const unit = (size: number): Float32Array => {
    const values = Array.from({ length: size }, () => random() - 0.5);
    return Float32Array.from(values, (value) => value / Math.hypot(...values));
  };
  return new Map(
    Array.from({ length: count }, (_, at) => [`hash${at}`, { looks: unit(8), colour: unit(3) }]),
  );
};

const createVersion = (vectors: ReadonlyMap<string, Vectors>, count: number): ComparedVersion => ({
  items: Array.from({ length: count }, (_, at) => createItem(at)),
  map: null,
  readVectors: (hash) => vectors.get(hash) ?? null,
});

describe('look-alikes of two versions', () => {
  const vectors = createVectors(1, 80);

  it('are all the same when nothing has changed', () => {
    const version = createVersion(vectors, 80);
    expect(measureStability(version, version)).toEqual({ products: 60, unchanged: 1 });
  });

  it('are the same among products of both when others come and go', () => {
    const [before, after] = [createVersion(vectors, 60), createVersion(vectors, 80)];
    expect(measureStability(before, { ...after, items: after.items.slice(20) })).toEqual({
      products: 40,
      unchanged: 1,
    });
  });

  it('are about those of chance when every vector is another', () => {
    const other = createVersion(createVectors(2, 80), 80);
    const measured = measureStability(createVersion(vectors, 80), other);
    // Ten of 79.
    expect(measured?.unchanged).toBeGreaterThan(0.03);
    expect(measured?.unchanged).toBeLessThan(0.3);
  });

  it('are mostly the same when a few vectors are others', () => {
    const mixed = new Map([...vectors, ...[...createVectors(3, 80)].slice(0, 8)]);
    const measured = measureStability(createVersion(vectors, 80), createVersion(mixed, 80));
    expect(measured?.unchanged).toBeGreaterThan(0.6);
    expect(measured?.unchanged).toBeLessThan(1);
  });

  it('are the same when only the name of a family has changed', () => {
    const version = createVersion(vectors, 40);
    const renamed = {
      ...version,
      items: version.items.map((item) => ({ ...item, family: `${item.family}b` })),
    };
    expect(measureStability(version, renamed)?.unchanged).toBe(1);
  });

  it.each([
    ['no products in common', 0],
    ['no more than ten in common', 10],
  ])('are not compared with %s', (_name, common) => {
    const version = createVersion(vectors, 40);
    const other = { ...version, items: version.items.slice(0, common) };
    expect(measureStability(version, other)).toBeNull();
  });

  it('are not compared where vectors are lost', () => {
    const version = createVersion(vectors, 40);
    expect(measureStability(version, { ...version, readVectors: () => null })).toBeNull();
  });
});

describe('the stored figure', () => {
  let folder = '';
  const files = () => openLooksFiles(folder, 'tracker');
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kindred-stability-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is read as it was written, for its version only', async () => {
    await files().writeStability('v1', { products: 60, unchanged: 0.87 });
    expect(await files().readStability('v1')).toEqual({ products: 60, unchanged: 0.87 });
    expect(await files().readStability('v2')).toBeNull();
  });

  it.each(['', '{', '{"products":0,"unchanged":2}', '[]'])('is null when the file holds %j', async (text) => {
    await files().writeStability('v3', { products: 1, unchanged: 1 });
    await writeFile(join(folder, 'looks', 'tracker', 'v3.stability.json'), text);
    expect(await files().readStability('v3')).toBeNull();
  });

  it('is one line', () => {
    expect(describeStability({ products: 60, unchanged: 0.874 })).toBe(
      'of ten look-alikes 8.7 are those of the version before (60 products asked)',
    );
  });
});
