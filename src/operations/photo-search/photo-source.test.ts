import { expect, it, vi } from 'vitest';
import { wholePicture } from '../../domain/region.ts';
import type { ProductReader } from '../../engine/engine.ts';
import { chooseRegion, type PhotoPartVectors } from './photo-source.ts';

/** A part whose first result is this far ahead of the last. */
const partOf = (sharpness: number): PhotoPartVectors => ({
  region: wholePicture,
  vectors: { looks: Float32Array.of(sharpness), colour: Float32Array.of(0) },
});
const search = vi.fn(async ({ seed }: { seed: { source: { vectors: { looks: Float32Array } } } }) => ({
  hits: [{ score: 0.5 + (seed.source.vectors.looks[0] ?? 0) }, { score: 0.5 }],
}));
const choose = async (whole: number, cut: readonly number[] | null) => {
  search.mockClear();
  const cutOut = cut && vi.fn(async () => cut.map(partOf));
  const reader = { search } as unknown as ProductReader;
  const box = { weights: { looks: 1, colour: 0 }, exclude: null };
  const { regions } = await chooseRegion(reader, box, { parts: [partOf(whole)], cutOut });
  const used = regions.find((each) => each.used);
  return { tried: regions.length, isCut: used?.cutOut, searches: search.mock.calls.length };
};

it('cuts the product out where the whole photo is not answered sharply, and takes the sharper of both', async () => {
  expect(await choose(0.1, [0.2])).toEqual({ tried: 2, isCut: true, searches: 2 });
  expect(await choose(0.2, [0.1])).toEqual({ tried: 2, isCut: false, searches: 2 });
  expect(await choose(0.2, [])).toEqual({ tried: 1, isCut: false, searches: 1 });
});

it('cuts nothing out of a photo that is answered sharply, and does not measure what has no alternative', async () => {
  expect(await choose(0.4, [0.9])).toEqual({ tried: 1, isCut: false, searches: 1 });
  expect(await choose(0.1, null)).toEqual({ tried: 1, isCut: false, searches: 0 });
});
