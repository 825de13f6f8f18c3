import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openFaultLog } from '../faults.ts';
import { openPendingPictures } from './pending-pictures.ts';
import { openPictureIndex, hashBytes, openPictureStore, openVectorCache } from './picture-caches.ts';

const root = mkdtempSync(join(tmpdir(), 'kindred-picture-caches-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;
const newFolder = () => join(root, String((folders += 1)));
const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

describe('a vector cache', () => {
  const hash = 'ab'.repeat(32);
  const embedding = { looks: Float32Array.of(0.5, -0.25, 1), colour: Float32Array.of(1, 0) };

  it('gives back what was put, also to another process', async () => {
    const folder = newFolder();
    const cache = openVectorCache(folder, 'model');
    expect(cache.get(hash)).toBeNull();
    await cache.put(hash, embedding);
    expect(cache.get(hash)).toEqual(embedding);
    expect(openVectorCache(folder, 'model').get(hash)).toEqual(embedding);
  });

  it('keeps the vectors of models apart', async () => {
    const folder = newFolder();
    await openVectorCache(folder, 'one').put(hash, embedding);
    expect(openVectorCache(folder, 'two').get(hash)).toBeNull();
  });

  it('has none where the file was damaged at any byte', async () => {
    const folder = newFolder();
    await openVectorCache(folder, 'model').put(hash, embedding);
    const [file = ''] = listFiles(folder);
    const bytes = readFileSync(file);
    for (let at = 0; at < bytes.length; at += 1) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 0x10;
      writeFileSync(file, damaged);
      // Damage of the lengths may keep the sum; then the numbers are still those that were written.
      const read = openVectorCache(folder, 'model').get(hash);
      if (read !== null)
        expect([...read.looks, ...read.colour]).toEqual([...embedding.looks, ...embedding.colour]);
    }
    for (const length of [0, 5, 12, bytes.length - 1]) {
      writeFileSync(file, bytes.subarray(0, length));
      expect(openVectorCache(folder, 'model').get(hash)).toBeNull();
    }
  });

  it('reads a vector of many without keeping them all', async () => {
    const folder = newFolder();
    const cache = openVectorCache(folder, 'model');
    const hashes = Array.from({ length: 300 }, (_, at) => hashBytes(Buffer.from(String(at))));
    for (const [at, each] of hashes.entries())
      await cache.put(each, { looks: Float32Array.of(at), colour: Float32Array.of(1) });
    expect(hashes.map((each) => cache.get(each)?.looks[0])).toEqual(hashes.map((_, at) => at));
    expect(cache.get(hashes[0] ?? '')?.looks[0]).toBe(0);
  });
});

describe('a picture store', () => {
  it('keeps bytes by their hash, once', async () => {
    const folder = newFolder();
    const store = openPictureStore(folder);
    const hash = await store.put(Buffer.from('picture'));
    expect(await store.put(Buffer.from('picture'))).toBe(hash);
    expect(listFiles(folder)).toHaveLength(1);
    expect(Buffer.from((await store.get(hash)) ?? []).toString()).toBe('picture');
    expect(await store.get('0'.repeat(64))).toBeNull();
  });

  it('counts damaged bytes as missing, and stores them again', async () => {
    const folder = newFolder();
    const store = openPictureStore(folder);
    const hash = await store.put(Buffer.from('picture'));
    writeFileSync(listFiles(folder)[0] ?? '', 'other');
    expect(await store.get(hash)).toBeNull();
    await store.put(Buffer.from('picture'));
    expect(await store.get(hash)).not.toBeNull();
  });
});

describe('a picture index', () => {
  const picture = { hash: 'h', etag: '"e"', lastModified: null, checkedAtMs: 5 };

  it('remembers the last state of an address, also for the next process', () => {
    const folder = newFolder();
    const index = openPictureIndex(folder);
    expect(index.get('https://x.example/a.jpg')).toBeNull();
    index.set('https://x.example/a.jpg', picture);
    index.set('https://x.example/a.jpg', { ...picture, etag: null, checkedAtMs: 9 });
    index.close();
    const again = openPictureIndex(folder);
    expect(again.get('https://x.example/a.jpg')).toEqual({ ...picture, etag: null, checkedAtMs: 9 });
    again.close();
  });
});

describe('pending pictures', () => {
  const entry = (identifier: string, at: number, images = ['/a.jpg']) => ({
    dataset: 'd',
    identifier,
    images,
    at,
  });

  it('are listed oldest first, and survive the process', () => {
    const folder = newFolder();
    const pending = openPendingPictures(folder);
    pending.add(entry('b', 2));
    pending.add(entry('a', 1));
    pending.close();
    const again = openPendingPictures(folder);
    expect(again.list().map(({ identifier }) => identifier)).toEqual(['b', 'a']);
    again.close();
  });

  it('hold the last change of a product, and are not removed by an earlier one', () => {
    const pending = openPendingPictures(newFolder());
    const [first, second] = [entry('a', 1), entry('a', 2, ['/b.jpg', '/c.jpg'])];
    pending.add(first);
    pending.add(second);
    pending.remove(first);
    expect(pending.list()).toEqual([second]);
    pending.remove(second);
    expect(pending.list()).toEqual([]);
    pending.close();
  });
});

describe('a log of faults', () => {
  const fault = (line: number, kind: 'row' | 'notice' = 'row') =>
    ({ kind, line, identifier: null, reason: `line ${line}` }) as const;

  it('has no file while there are none', async () => {
    const folder = newFolder();
    expect(await openFaultLog(join(folder, 'faults.ndjson')).close()).toEqual({
      count: 0,
      byKind: { row: 0, duplicate: 0, picture: 0, notice: 0 },
      first: [],
      file: null,
    });
  });

  it('keeps the first hundred, counts by kind, and writes all', async () => {
    const file = join(newFolder(), 'deep', 'faults.ndjson');
    const log = openFaultLog(file);
    for (let line = 1; line <= 130; line += 1) await log.add(fault(line, line % 10 === 0 ? 'notice' : 'row'));
    const summary = await log.close();
    expect(summary).toMatchObject({ count: 130, byKind: { row: 117, notice: 13 }, file });
    expect(summary.first).toHaveLength(100);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(130);
    expect(JSON.parse(lines[129] ?? '')).toEqual(fault(130, 'notice'));
  });
});
