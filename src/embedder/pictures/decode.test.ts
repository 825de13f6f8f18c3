import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { blockOtherLoaders, decodePicture } from './decode.ts';
import {
  animatedGif,
  bombPng,
  picture,
  shirt,
  shoe,
  svgWithScript,
  webPage,
} from '../../../test/support/embedder/pictures.ts';

beforeAll(blockOtherLoaders);

const pixelsOf = async (bytes: Uint8Array, size = 240) => {
  const result = await decodePicture(bytes, size);
  if (!result.ok) throw new Error(result.reason);
  return result.pixels;
};

const colourAt = async (bytes: Uint8Array, x: number, y: number): Promise<number[]> => [
  ...(await pixelsOf(bytes)).data.subarray((y * 240 + x) * 3, (y * 240 + x) * 3 + 3),
];

const expectNear = (found: readonly number[], wanted: readonly number[], tolerance: number): void => {
  for (const [channel, value] of wanted.entries()) {
    expect(Math.abs((found[channel] ?? Number.NaN) - value)).toBeLessThanOrEqual(tolerance);
  }
};

describe('decoding a picture that cannot be used gives a reason', () => {
  const jpeg = () => picture('#c02020', shirt).jpeg().toBuffer();
  const cases: [name: string, bytes: () => Promise<Uint8Array> | Uint8Array, reason: string][] = [
    ['no bytes', () => new Uint8Array(0), 'the file is empty'],
    ['more than 10 MB', () => new Uint8Array(10_000_001), 'larger than 10 MB'],
    ['a web page called .jpg', () => webPage, 'a web page, not a picture'],
    ['SVG with a script', () => svgWithScript, 'SVG drawings are not accepted'],
    ['PDF', () => Buffer.from('%PDF-1.7\n'), 'not a picture of a known kind'],
    ['a decompression bomb', bombPng, 'more than 40 megapixels'],
    ['a JPEG cut short', async () => (await jpeg()).subarray(0, 1500), 'damaged or cut short'],
    ['a JPEG of its first bytes', async () => (await jpeg()).subarray(0, 3), 'damaged or cut short'],
  ];
  it.each(cases)('%s', async (_name, bytes, reason) => {
    const result = await decodePicture(await bytes(), 64);
    expect(result).toEqual({ ok: false, reason: expect.stringContaining(reason) as string });
  });

  it('blocks the SVG loader of the image library', async () => {
    await expect(sharp(svgWithScript).png().toBuffer()).rejects.toThrow();
  });
});

describe('decoding keeps the visible colours of', () => {
  it.each(['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'] as const)('%s', async (format) => {
    const bytes = await picture('#20a040', shirt).toFormat(format).toBuffer();
    expectNear(await colourAt(bytes, 120, 100), [0x20, 0xa0, 0x40], 12);
  });

  it('16 bits a channel', async () => {
    const bytes = await picture('#3060c0', shirt).toColourspace('rgb16').png().toBuffer();
    expect((await sharp(bytes).metadata()).depth).toBe('ushort');
    expectNear(await colourAt(bytes, 120, 100), [0x30, 0x60, 0xc0], 2);
  });

  it('CMYK', async () => {
    const bytes = await picture('#c02020', shirt).toColourspace('cmyk').jpeg().toBuffer();
    expect((await sharp(bytes).metadata()).space).toBe('cmyk');
    const [red = 0, green = 0, blue = 0] = await colourAt(bytes, 120, 100);
    expect(red).toBeGreaterThan(Math.max(green, blue) + 80);
  });

  it('greyscale, as three channels', async () => {
    const bytes = await picture('#404040', shirt).greyscale().png().toBuffer();
    expectNear(await colourAt(bytes, 120, 100), [0x40, 0x40, 0x40], 2);
  });

  it('a picture rotated by EXIF', async () => {
    const upright = await picture('#c02020', shoe).png().toBuffer();
    const lying = await sharp(upright).rotate(-90).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expectNear(await colourAt(lying, 60, 100), [0xc0, 0x20, 0x20], 12);
    expectNear(await colourAt(lying, 180, 100), [255, 255, 255], 12);
  });

  it('transparent parts, as white', async () => {
    const clear = sharp({
      create: { width: 9, height: 9, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    });
    expect(await colourAt(await clear.png().toBuffer(), 120, 120)).toEqual([255, 255, 255]);
  });

  it('the first frame of an animation', async () => {
    const bytes = await animatedGif([
      [200, 30, 30],
      [30, 30, 200],
    ]);
    expect((await sharp(bytes).metadata()).pages).toBe(2);
    expectNear(await colourAt(bytes, 120, 120), [200, 30, 30], 4);
  });
});
