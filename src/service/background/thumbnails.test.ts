import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Dataset } from '../../domain/dataset.ts';
import { openDecoder } from '../../embedder/decoding/decoder.ts';
import { createGuardedFetch } from '../../ingest/fetch/guarded-fetch.ts';
import { openThumbnails, type Thumbnails } from './thumbnails.ts';

describe('thumbnails', () => {
  let folder: string;
  let thumbnails: Thumbnails;
  let dataset: Dataset;
  const guarded = createGuardedFetch({ allow: [] });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kindred-thumbnails-'));
    const images = join(folder, 'images');
    await mkdir(images);
    const draw = async (name: string, width: number, height: number): Promise<void> => {
      const drawn = sharp({ create: { width, height, channels: 3, background: '#c02020' } });
      await writeFile(join(images, name), await drawn.png().toBuffer());
    };
    await draw('banner.png', 1200, 300);
    await draw('tall.png', 100, 400);
    await draw('icon.png', 32, 32);
    await writeFile(join(images, 'page.png'), '<!doctype html>');
    dataset = {
      id: 1,
      websiteId: 1,
      name: 'catalogue',
      kind: 'products',
      tracker: '00000000-0000-4000-8000-000000000001',
      source: { file: null, url: null, schedule: null, auth: null, images },
      fields: [],
      productsId: null,
      model: null,
    };
    thumbnails = openThumbnails({
      dataDir: folder,
      fetch: guarded.fetch,
      openDecoder: () => openDecoder({ processes: 1 }),
      now: () => new Date(),
    });
  });

  afterAll(async () => {
    await thumbnails.close();
    await guarded.close();
    await rm(folder, { recursive: true, force: true });
  });

  const draw = async (image: string, shape: 'square' | 'whole'): Promise<[number, number] | null> => {
    const bytes = await thumbnails.thumbnail(dataset, image, shape, new AbortController().signal);
    if (bytes === null) return null;
    const { width, height } = await sharp(bytes).metadata();
    return [width, height];
  };

  it.each([
    ['banner.png', 'square', [320, 320]],
    ['banner.png', 'whole', [960, 240]],
    ['tall.png', 'square', [320, 320]],
    ['tall.png', 'whole', [240, 960]],
    ['icon.png', 'whole', [960, 960]],
    ['page.png', 'square', null],
    ['page.png', 'whole', null],
    ['missing.png', 'whole', null],
  ] as const)('of %s, %s, is of this size', async (image, shape, size) => {
    expect(await draw(image, shape)).toEqual(size);
  });

  it('keeps both shapes of one picture apart, also when they are read from disk', async () => {
    const sizes = [];
    for (const shape of ['whole', 'square', 'whole', 'square'] as const)
      sizes.push(await draw('banner.png', shape));
    expect(sizes).toEqual([
      [960, 240],
      [320, 320],
      [960, 240],
      [320, 320],
    ]);
  });

  it('keeps white around a square one and nothing around a whole one', async () => {
    const corner = async (shape: 'square' | 'whole'): Promise<number[]> => {
      const bytes = await thumbnails.thumbnail(dataset, 'banner.png', shape, new AbortController().signal);
      const pixel = await sharp(bytes ?? Buffer.alloc(0))
        .extract({ left: 2, top: 2, width: 1, height: 1 })
        .raw()
        .toBuffer();
      return [...pixel].slice(0, 3);
    };
    expect((await corner('square')).every((channel) => channel > 240)).toBe(true);
    const [red = 0, green = 255] = await corner('whole');
    expect(red).toBeGreaterThan(150);
    expect(green).toBeLessThan(80);
  });
});
