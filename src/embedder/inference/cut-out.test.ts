import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { picture, shirt } from '../../../test/support/embedder/pictures.ts';
import { type CutOut, openCutOut } from './cut-out.ts';

let cutOut: (bytes: Uint8Array) => Promise<CutOut | null>;
beforeAll(async () => {
  cutOut = await openCutOut(1);
});

/** A blue disc on stripes of two browns, like boards. */
const drawPhoto = (side: number): Promise<Buffer> => {
  const data = Buffer.alloc(side * side * 3);
  for (let at = 0; at < side * side; at += 1) {
    const isDisc = Math.hypot((at % side) - 210, Math.floor(at / side) - 120) < 60;
    const board = at % 24 < 12 ? [150, 110, 70] : [120, 85, 50];
    data.set(isDisc ? [16, 48, 192] : board, at * 3);
  }
  return sharp(data, { raw: { width: side, height: side, channels: 3 } })
    .jpeg()
    .toBuffer();
};

it('puts a product on white, and says where it was', async () => {
  const photo = await drawPhoto(300);
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
