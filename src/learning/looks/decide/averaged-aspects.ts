import { averageNearest } from '../map/average-nearest.ts';
import type { Sample } from '../train/sample.ts';
import { type Aspects, compareRow, type Parts } from './similarities.ts';
import type { Settings } from '../decision.ts';
import { type Features, packFeatures } from '../train/train-map.ts';

/** The parts of looks with the roots of their weights. */
const listParts = (
  looks: Features,
  parts: Parts | null,
  { mix, also, colour }: Pick<Settings, 'mix' | 'also' | 'colour'>,
): { readonly features: Features; readonly root: number }[] => {
  // As in looks-map.ts: a part in common makes colour count more.
  const common = packFeatures(Array<Float32Array>(looks.count).fill(Float32Array.of(1)));
  const rest = { features: common, root: Math.sqrt(Math.max(0, colour - 1)) };
  if (mix === null || parts === null) return [{ features: looks, root: 1 }, rest];
  const mapped = (also === undefined ? undefined : parts.also?.get(also)) ?? parts.mapped;
  return [
    { features: mapped, root: Math.sqrt(mix) },
    { features: parts.base, root: Math.sqrt(1 - mix) },
    rest,
  ];
};

/** The parts of looks side by side: a product of two rows is their weighted sum, as settings mix them. */
export const joinLooksParts = (
  looks: Features,
  parts: Parts | null,
  settings: Pick<Settings, 'mix' | 'also' | 'colour'>,
): Features => {
  const used = listParts(looks, parts, settings).filter(({ root }) => root > 0);
  const size = used.reduce((sum, { features }) => sum + features.size, 0);
  const values = new Float32Array(looks.count * size);
  let start = 0;
  for (const { features, root } of used) {
    for (let row = 0; row < looks.count; row += 1)
      for (let at = 0; at < features.size; at += 1)
        values[row * size + start + at] = (features.values[row * features.size + at] ?? 0) * root;
    start += features.size;
  }
  return { values, count: looks.count, size };
};

/** What is compared, before and after averaging. */
type Compared = {
  readonly sample: Sample;
  readonly parts: Parts | null;
  /** Of the altered copies; null: there are none. */
  readonly copyParts: Parts | null;
};

/** Queries whose looks are compared as settings say, in `plain`. */
export const averageAspects = ({ sample, parts, copyParts }: Compared, settings: Settings) => {
  const all = averageNearest(joinLooksParts(sample.looks, parts, settings), settings.averaged ?? 0);
  const { copies } = sample;
  const copied = copies && joinLooksParts(copies.looks, copyParts, settings);
  return {
    /** Pictures of the sample: their own vectors are averaged, too. */
    ofPictures: (queries: readonly Aspects[]): Aspects[] =>
      queries.map((aspects) => ({ ...aspects, plain: compareRow(all, aspects.query, all) })),
    /** Copies come from outside: they are compared as they are. */
    ofCopies: (queries: readonly Aspects[]): Aspects[] =>
      queries.map((aspects, at) => (copied ? { ...aspects, plain: compareRow(copied, at, all) } : aspects)),
    /** With `plain` as all of looks. */
    settings: {
      mix: null,
      colour: Math.min(1, settings.colour),
      words: settings.words / Math.max(1, settings.colour),
    },
  };
};
