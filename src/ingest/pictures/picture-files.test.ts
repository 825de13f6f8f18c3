import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPendingPictures } from './pending-pictures.ts';
import { openPictureIndex, hashBytes, openPictureStore, openVectorCache } from './picture-caches.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-pictures-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const embedding = { looks: Float32Array.of(0.25, -1, 3), colour: Float32Array.of(0.5) };
const allFiles = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe('the cache of vectors', () => {
  it('returns what was stored, by model and picture', async () => {
    await openVectorCache(folder, 'model a').put('ab12', embedding);
    const cache = openVectorCache(folder, 'model a');
    expect(cache.get('ab12')).toEqual(embedding);
    expect(cache.get('ab12')).toEqual(embedding);
    expect(cache.get('cd34')).toBeNull();
    expect(openVectorCache(folder, 'model b').get('ab12')).toBeNull();
  });

  it.each([
    ['shorter than its header', Buffer.alloc(5)],
    ['cut', Buffer.alloc(20)],
    ['changed in a number', null],
  ])('treats a file that is %s as missing', async (_name, damage) => {
    await openVectorCache(folder, 'm').put('ab12', embedding);
    const [file = ''] = allFiles();
    const bytes = readFileSync(file);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(file, damage ?? bytes);
    expect(openVectorCache(folder, 'm').get('ab12')).toBeNull();
  });
});

describe('the store of pictures', () => {
  it('keeps each picture once, and does not return damaged bytes', async () => {
    const store = openPictureStore(folder);
    const bytes = Buffer.from('a picture');
    const hash = await store.put(bytes);
    expect(hash).toBe(hashBytes(bytes));
    await store.put(bytes);
    expect(allFiles()).toHaveLength(1);
    expect(await store.get(hash)).toEqual(bytes);
    expect(await store.get(hash.replace(/^./, 'f'))).toBeNull();
    writeFileSync(allFiles()[0] ?? '', 'another');
    expect(await store.get(hash)).toBeNull();
    await store.put(bytes);
    expect(await store.get(hash)).toEqual(bytes);
  });
});

describe('the index of pictures', () => {
  it('has the last known state of an address, for other processes too', () => {
    const index = openPictureIndex(folder);
    const other = openPictureIndex(folder);
    const first = { hash: 'a', etag: '"1"', lastModified: null, checkedAtMs: 1 };
    index.set('http://shop/1.jpg', first);
    expect(other.get('http://shop/1.jpg')).toEqual(first);
    other.set('http://shop/1.jpg', { ...first, hash: 'b', checkedAtMs: 2 });
    expect(index.get('http://shop/1.jpg')).toMatchObject({ hash: 'b', checkedAtMs: 2 });
    expect(index.get('http://shop/2.jpg')).toBeNull();
    index.close();
    other.close();
  });
});

describe('pending pictures', () => {
  const picture = { dataset: 'd', identifier: 'p', images: ['1.png', '2.png'], at: 5 };
  it('survive the process, oldest first', () => {
    const pending = openPendingPictures(folder);
    pending.add(picture);
    pending.add({ ...picture, identifier: 'q' });
    pending.close();
    const next = openPendingPictures(folder);
    expect(next.list().map(({ identifier }) => identifier)).toEqual(['p', 'q']);
    next.close();
  });

  it('are replaced by a later change, which an earlier one does not remove', () => {
    const pending = openPendingPictures(folder);
    pending.add(picture);
    const later = { ...picture, images: ['3.png'], at: 6 };
    pending.add(later);
    pending.remove(picture);
    expect(pending.list()).toEqual([later]);
    pending.remove(later);
    expect(pending.list()).toEqual([]);
    pending.close();
  });
});
