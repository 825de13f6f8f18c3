import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Alteration, alterPicture } from '../pictures/alter-picture.ts';
import { blockOtherLoaders, decodePicture, type Pixels } from '../pictures/decode.ts';
import type { PictureView } from '../../domain/settings/choices.ts';
import { decodeView } from './product-view.ts';
import { picture, shirt, webPage } from '../../../test/support/embedder/pictures.ts';

beforeAll(blockOtherLoaders);

/** Of views, in pixels. */
const side = 160;

const viewsOf = async (bytes: Uint8Array): Promise<{ product: Pixels; middle: Pixels }> => {
  const decode = async (name: PictureView): Promise<Pixels> => {
    const decoded = await decodeView(bytes, name, side);
    if (!decoded.ok) throw new Error(decoded.reason);
    const [view = { width: 0, height: 0, data: new Uint8Array() }] = decoded.views;
    return view;
  };
  return { product: await decode('product'), middle: await decode('middle') };
};

const decodeWhole = async (bytes: Uint8Array): Promise<Pixels> => {
  const decoded = await decodePicture(bytes, side);
  if (!decoded.ok) throw new Error(decoded.reason);
  return decoded.pixels;
};

/** Mean difference of a channel, 0 to 255. */
const differ = (a: Pixels, b: Pixels): number =>
  a.data.reduce((sum, value, at) => sum + Math.abs(value - (b.data[at] ?? 0)), 0) / a.data.length;

const pixelAt = ({ width, data }: Pixels, x: number, y: number): number[] => [
  ...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
];

/** A tall product of two colours: the upper half red, the lower half blue. */
const drawTall = async (): Promise<Uint8Array> =>
  sharp(
    await picture('#c02020', [{ left: 65, top: 20, width: 110, height: 100 }])
      .png()
      .toBuffer(),
  )
    .composite([
      {
        input: { create: { width: 110, height: 100, channels: 3, background: '#2020c0' } },
        left: 65,
        top: 120,
      },
    ])
    .png()
    .toBuffer();

describe('views of a product', () => {
  it.each<Alteration>(['border of 10 %', 'border of 20 %', 'cropped to 90 %'])(
    '%s: stay nearly the same, unlike the whole picture',
    async (alteration) => {
      const original = await picture('#505860', shirt).png().toBuffer();
      const altered = await alterPicture(original, alteration);
      const [before, after] = [await viewsOf(original), await viewsOf(altered)];
      const whole = differ(await decodeWhole(original), await decodeWhole(altered));
      expect(differ(before.product, after.product)).toBeLessThan(whole / 3);
      expect(differ(before.middle, after.middle)).toBeLessThan(whole / 3);
    },
  );

  it('the middle stays nearly the same when the ends of the product are cut off', async () => {
    const original = await drawTall();
    const [before, after] = await Promise.all([
      viewsOf(original),
      alterPicture(original, 'cropped to 75 %').then(viewsOf),
    ]);
    expect(differ(before.middle, after.middle)).toBeLessThan(6);
    expect(differ(before.product, after.product)).toBeGreaterThan(10);
  });

  it('show all of a tall product on white, and the square in its middle', async () => {
    const { product, middle } = await viewsOf(await drawTall());
    expect(pixelAt(product, 5, 80)).toEqual([255, 255, 255]);
    expect(pixelAt(product, 80, 10)).toEqual([0xc0, 0x20, 0x20]);
    expect(pixelAt(product, 80, 150)).toEqual([0x20, 0x20, 0xc0]);
    expect([pixelAt(middle, 5, 10), pixelAt(middle, 155, 150)]).toEqual([
      [0xc0, 0x20, 0x20],
      [0x20, 0x20, 0xc0],
    ]);
  });

  it('have the size that was asked for, however small the picture', async () => {
    const tiny = sharp({ create: { width: 3, height: 2, channels: 3, background: '#20a040' } });
    const { product, middle } = await viewsOf(await tiny.png().toBuffer());
    expect([product.width, product.height, middle.width, middle.height]).toEqual([side, side, side, side]);
    expect(pixelAt(middle, 80, 80)).toEqual([0x20, 0xa0, 0x40]);
  });

  it.each([
    ['a belt', { left: 20, top: 110, width: 200, height: 20 }, 200 / 3],
    ['a shirt', { left: 60, top: 60, width: 120, height: 110 }, 110],
  ])('the middle of %s shows at least a third of it', async (_name, product, shown) => {
    const { middle } = await viewsOf(await picture('#c02020', [product]).png().toBuffer());
    const isProduct = (x: number, y: number): boolean => (pixelAt(middle, x, y)[1] ?? 255) < 128;
    const places = Array.from({ length: side }, (_, at) => at);
    expect(places.filter((x) => isProduct(x, 80))).toHaveLength(side);
    const high = places.filter((y) => isProduct(80, y)).length;
    expect(Math.abs(high - (side * product.height) / shown)).toBeLessThanOrEqual(3);
  });

  it('of what is not a picture are a reason', async () => {
    expect(await decodeView(webPage, 'product', side)).toEqual({
      ok: false,
      reason: 'a web page, not a picture',
    });
  });
});
