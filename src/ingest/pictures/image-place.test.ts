import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findImagePlace, toPictureName, uploadedPicturesFolder } from './image-place.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kindred-place-'));
  await mkdir(uploadedPicturesFolder(dataDir, 'with'), { recursive: true });
});
afterAll(() => rm(dataDir, { recursive: true }));

const source = { file: null, url: 'https://a.example/f', images: '/pictures', schedule: null, auth: null };

describe('image names of a feed', () => {
  it('are files of the declared folder, even where pictures were uploaded', () => {
    const place = findImagePlace(dataDir, { tracker: 'with', source });
    expect([place.folder, place.picturesUrl]).toEqual(['/pictures', '/pictures/with/']);
    expect(place.resolve('Men/A.jpg')).toBe('Men/A.jpg');
  });

  it('are uploaded pictures, known by their file name', () => {
    const place = findImagePlace(dataDir, { tracker: 'with', source: null });
    expect([place.folder, place.picturesUrl]).toEqual([
      uploadedPicturesFolder(dataDir, 'with'),
      '/pictures/with/',
    ]);
    expect(place.resolve('Men/A.jpg')).toBe('a.jpg');
    expect(place.resolve('https://cdn.example/Men/A.jpg')).toBe('https://cdn.example/Men/A.jpg');
  });

  it('have no place where nothing was declared or uploaded', () => {
    const { folder, picturesUrl, resolve } = findImagePlace(dataDir, { tracker: 'none', source: null });
    expect([folder, picturesUrl, resolve('a.jpg')]).toEqual([null, null, 'a.jpg']);
  });

  it.each([
    ['shoe.jpg', 'https://cdn.example/p/shoe.jpg'],
    ['/m/red shoe.jpg', 'https://cdn.example/p/m/red%20shoe.jpg'],
    ['\\m\\shoe.jpg', 'https://cdn.example/p/m/shoe.jpg'],
    ['shoe.jpg?v=2', 'https://cdn.example/p/shoe.jpg?v=2'],
    ['no#5.jpg', 'https://cdn.example/p/no%235.jpg'],
    ['javascript:alert(1)', 'https://cdn.example/p/javascript:alert(1)'],
    ['http://other.example/a.jpg', 'http://other.example/a.jpg'],
    ['//other.example/a.jpg', '//other.example/a.jpg'],
  ])('are appended to the base address: %s', (name, address) => {
    for (const imagesUrl of ['https://cdn.example/p', 'https://cdn.example/p/']) {
      const place = findImagePlace(dataDir, { tracker: 'with', source, imagesUrl });
      expect([place.folder, place.resolve(name)]).toEqual([null, address]);
    }
  });
});

describe('the name of an uploaded picture', () => {
  it.each([
    ['A.JPG', 'a.jpg'],
    ['x/y/A.jpg', 'a.jpg'],
    ['x\\y\\A.jpg', 'a.jpg'],
    ['a\u0308.jpg', '\u00e4.jpg'],
    ['', ''],
  ])('of %j is %j', (name, expected) => {
    expect(toPictureName(name)).toBe(expected);
  });
});
