import type { SearchBox } from '../../domain/box.ts';
import { resolveWeights } from '../../domain/box.ts';
import type { Region } from '../../domain/region.ts';
import { createQuery, type PictureVectors, type ProductReader } from '../../engine/engine.ts';

/** A part of a photo, and what it is compared with. */
export type PhotoPartVectors = { readonly region: Region; readonly vectors: PictureVectors };

/** A part that was tried. */
export type TriedRegion = Region & {
  /** How much more the nearest products look like it than those behind them. */
  readonly sharpness: number;
  readonly used: boolean;
};

const sharpnessOf = { nearest: 20 } as const;

/**
 * A part that shows a product of the catalogue is much more like a few products than like the next ones; ground or a whole
 * person is about as much like all of them. The first of equal parts is taken.
 */
export const chooseRegion = async (
  reader: ProductReader,
  { weights, exclude }: Pick<SearchBox, 'weights' | 'exclude'>,
  parts: readonly [PhotoPartVectors, ...PhotoPartVectors[]],
): Promise<{ readonly vectors: PictureVectors; readonly regions: readonly TriedRegion[] }> => {
  const measure = async ({ vectors }: PhotoPartVectors): Promise<number> => {
    const source = { identifier: '', vectors, hasLooks: true, values: () => [], text: () => '' };
    const seed = { kind: 'looks', source, weights: resolveWeights(weights, null) } as const;
    const { hits } = await reader.search({ ...createQuery(seed, sharpnessOf.nearest), exclude });
    return (hits[0]?.score ?? 0) - (hits.at(-1)?.score ?? 0);
  };
  const measured = parts.length === 1 ? [0] : await Promise.all(parts.map(measure));
  const best = measured.indexOf(Math.max(...measured));
  const regions = parts.map(({ region }, at) => ({
    ...region,
    sharpness: Math.round((measured[at] ?? 0) * 1000) / 1000,
    used: at === best,
  }));
  return { vectors: (parts[best] ?? parts[0]).vectors, regions };
};
