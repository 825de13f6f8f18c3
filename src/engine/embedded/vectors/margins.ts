import type { Weights } from '../../../domain/box.ts';
import type { SectionArray, Sections } from '../storage/sections.ts';
import type { StageMargins } from './measure-margins.ts';

/** The margins of all stages for each combination of weights. */
export type Margins = {
  /** Null until they are measured, which this starts. */
  now(weights: Weights): StageMargins | null;
  measured(weights: Weights): Promise<StageMargins>;
  /** All that are measured by now. */
  arrays(): Record<string, SectionArray>;
};

export const keyOfWeights = ({ looks, colour, title = 0 }: Weights): string => `${looks} ${colour} ${title}`;

/** Stored: weights of looks, colour and title, then a margin for each of four stages; NaN for none. */
const name = 'margins of four';
const [weightCount, stageCount] = [3, 4];

type Entry = {
  readonly weights: Weights;
  margins: StageMargins | null;
  readonly ready: Promise<StageMargins>;
};

export const createMargins = (
  measure: (weights: Weights) => Promise<StageMargins>,
  stored?: Sections,
): Margins => {
  const known = new Map<string, Entry>();
  for (const [weights, margins] of readMargins(stored))
    known.set(keyOfWeights(weights), { weights, margins, ready: Promise.resolve(margins) });
  const find = (weights: Weights): Entry => {
    const key = keyOfWeights(weights);
    const existing = known.get(key);
    if (existing) return existing;
    const entry: Entry = { weights, margins: null, ready: measure(weights) };
    known.set(key, entry);
    entry.ready.then(
      (margins) => (entry.margins = margins),
      () => known.delete(key),
    );
    return entry;
  };
  return {
    now: (weights) => find(weights).margins,
    measured: (weights) => find(weights).ready,
    arrays: () => ({ [name]: Float64Array.from([...known.values()].flatMap(packEntry)) }),
  };
};

const packEntry = ({ weights, margins }: Entry): number[] =>
  margins === null
    ? []
    : [
        weights.looks,
        weights.colour,
        weights.title ?? 0,
        ...Array.from({ length: stageCount }, (_, stage) => margins[stage] ?? Number.NaN),
      ];

const readMargins = (stored: Sections | undefined): [Weights, StageMargins][] => {
  const numbers = stored?.has(name) === true ? [...stored.get(name, 'f64')] : [];
  const width = weightCount + stageCount;
  return Array.from({ length: numbers.length / width }, (_, at) => {
    const [looks = 0, colour = 0, title = 0, ...margins] = numbers.slice(at * width, (at + 1) * width);
    return [{ looks, colour, title }, margins.map((margin) => (Number.isNaN(margin) ? null : margin))];
  });
};
