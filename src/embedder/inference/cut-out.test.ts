import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { picture, shirt } from '../../../test/support/embedder/pictures.ts';
import { type CutOut, openCutOut } from './cut-out.ts';

let cutOut: (bytes: Uint8Array) => Promise<CutOut | null>;
beforeAll(async () => {
  cutOut = await openCutOut(1);
});

/** Stripes of two browns, like boards. */
const drawFloor = (side: number): Promise<Buffer> => {
  const data = Buffer.alloc(side * side * 3);
  for (let at = 0; at < side * side; at += 1) data.set(at % 24 < 12 ? [150, 110, 70] : [120, 85, 50], at * 3);
  return sharp(data, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();
};

it('puts a product on white, and says where it was', async () => {
  const disc = Buffer.from(
    '<svg width="120" height="120"><circle cx="60" cy="60" r="60" fill="#1030c0"/></svg>',
  );
  const photo = await sharp(await drawFloor(300))
    .composite([{ input: disc, left: 150, top: 60 }])
    .jpeg()
    .toBuffer();
  const cut = await cutOut(photo);
  expect(cut?.region.x).toBeCloseTo(0.5, 1);
  expect(cut?.region.y).toBeCloseTo(0.2, 1);
  expect(cut?.region.width).toBeCloseTo(0.4, 1);
  const { data, info } = await sharp(cut?.picture).raw().toBuffer({ resolveWithObject: true });
  const redAt = (x: number, y: number): number | undefined => data[(y * info.width + x) * 3];
  expect(redAt(20, 250)).toBeGreaterThan(240);
  expect(redAt(210, 120)).toBeLessThan(40);
});

it('leaves a product on plain ground as it is, and what is no picture', async () => {
  expect(await cutOut(await picture('#c02020', shirt).png().toBuffer())).toBeNull();
  expect(await cutOut(Buffer.from('no picture'))).toBeNull();
});
