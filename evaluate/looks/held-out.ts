import { crc32 } from 'node:zlib';
import { decideLooks } from '../../src/learning/looks/decide/decide.ts';
import { estimateMean, isFamilyFirst, rankFamilies } from '../../src/learning/looks/decide/measure.ts';
import { compareAspects, scoreAspects, trainOn } from '../../src/learning/looks/decide/measure-settings.ts';
import type { Estimate, Settings } from '../../src/learning/looks/map/decision.ts';
import { applyParts, baseSettings, type LooksMap } from '../../src/learning/looks/map/looks-map.ts';
import type { Sample } from '../../src/learning/looks/train/sample.ts';
import { selectFeatures } from '../../src/learning/looks/train/train-map.ts';
import { averagePrecision, gainOf } from './evaluate-catalogue.ts';

/** How well scores tell right results from wrong ones. */
type Separation = {
  add(score: number, isRight: boolean): void;
  /** Probability that a right result scores higher than a wrong one (area under the curve); null without both. */
  read(): number | null;
};

const separationDefaults = { lowest: -2, highest: 2, bins: 20_000 } as const;

/** Counts scores in bins: a catalogue has millions of pairs. */
export const createSeparation = (): Separation => {
  const { lowest, highest, bins } = separationDefaults;
  const [right, wrong] = [new Float64Array(bins), new Float64Array(bins)];
  return {
    add(score, isRight) {
      const bin = Math.floor(((score - lowest) / (highest - lowest)) * bins);
      const counts = isRight ? right : wrong;
      const place = Math.min(bins - 1, Math.max(0, bin));
      counts[place] = (counts[place] ?? 0) + 1;
    },
    read() {
      let [below, won, rights] = [0, 0, 0];
      right.forEach((count, bin) => {
        const others = wrong[bin] ?? 0;
        won += count * (below + others / 2);
        below += others;
        rights += count;
      });
      return rights === 0 || below === 0 ? null : won / (rights * below);
    },
  };
};

const heldOutDefaults = { folds: 5, k: 10, shown: 20 } as const;

/** What was learnt without the products of one fold. */
type Fold = {
  /** Rows of the products that nothing was learnt from and nothing was chosen by. */
  readonly queries: readonly number[];
  readonly map: Omit<LooksMap, 'vocabulary'> | null;
};

/** One way to compare, measured on products that it was neither trained on nor chosen by. */
export type HeldOutStep = {
  readonly name: string;
  readonly queries: number;
  readonly precision: Estimate;
  readonly averagePrecision: Estimate;
  /** Normalised discounted gain of the first ten. */
  readonly gain: Estimate;
  /** Nearest other picture shows the same product; null without such pictures. */
  readonly sameProduct: Estimate | null;
  /** Between pictures of the same and of other labels: of all pairs, and of the first 20 results. */
  readonly separation: number | null;
  readonly separationShown: number | null;
};

/** Without copies: their rows would be others. */
const selectSample = ({ items, looks, colour, words, further }: Sample, rows: readonly number[]): Sample => ({
  items: rows.flatMap((row) => items[row] ?? []),
  looks: selectFeatures(looks, rows),
  colour: selectFeatures(colour, rows),
  words: words && selectFeatures(words, rows),
  ...(further && { further }),
});

/** Products are dealt by the name of their family: one in five is held out. */
const splitFold = ({ items }: Sample, fold: number): Readonly<Record<'queries' | 'others', number[]>> => {
  const rows = items.map(({ family }, row) => ({
    row,
    isHeld: crc32(`fold ${family}`) % heldOutDefaults.folds === fold,
  }));
  const pick = (isHeld: boolean): number[] =>
    rows.filter((each) => each.isHeld === isHeld).map(({ row }) => row);
  return { queries: pick(true), others: pick(false) };
};

/** One product in five is left out of learning, trials included. */
export const learnFold = (sample: Sample, fold: number): Fold => {
  const { queries, others } = splitFold(sample, fold);
  return { queries, map: decideLooks(selectSample(sample, others)).map };
};

/** With settings that were decided before, null: the vectors of the model; the map is trained without one product in five. */
export const trainFold = (sample: Sample, fold: number, settings: Settings | null): Fold => {
  const { queries, others } = splitFold(sample, fold);
  if (settings === null) return { queries, map: null };
  const projection = settings.mix === null ? null : trainOn(sample, others, settings.also);
  return { queries, map: { projection, settings } };
};

type Step = { readonly name: string; readonly choose: (settings: Settings) => Settings };

const steps: readonly Step[] = [
  { name: 'base', choose: () => baseSettings },
  { name: 'mean', choose: ({ mix }) => ({ ...baseSettings, mix: mix === null ? null : 0 }) },
  { name: 'map', choose: ({ mix }) => ({ ...baseSettings, mix }) },
  { name: 'map, colour', choose: ({ mix, colour }) => ({ ...baseSettings, mix, colour }) },
  { name: 'map, colour, words', choose: (settings) => settings },
];

const createRecorder = (sample: Sample, labels: readonly (string | null)[]) => {
  const { items } = sample;
  const [precision, average, gain, same]: number[][] = [[], [], [], []];
  const [all, shown] = [createSeparation(), createSeparation()];
  const families = new Map<string, number>();
  for (const { family } of items) families.set(family, (families.get(family) ?? 0) + 1);
  const record = (scores: Float32Array, query: number): void => {
    const own = items[query]?.family ?? '';
    const isRight = (row: number): boolean => labels[row] === labels[query];
    const ranked = rankFamilies(scores, items, query, heldOutDefaults.shown);
    const first = ranked.slice(0, heldOutDefaults.k).map(isRight);
    precision?.push(first.filter(Boolean).length / Math.max(1, first.length));
    average?.push(averagePrecision(first));
    gain?.push(gainOf(first));
    if ((families.get(own) ?? 0) > 1) same?.push(isFamilyFirst(scores, items, query));
    for (const row of ranked) shown.add(scores[row] ?? 0, isRight(row));
    items.forEach(({ family }, row) => {
      if (family !== own && labels[row] !== null) all.add(scores[row] ?? 0, isRight(row));
    });
  };
  const read = (name: string): HeldOutStep => ({
    name,
    queries: precision?.length ?? 0,
    precision: estimateMean(precision ?? []),
    averagePrecision: estimateMean(average ?? []),
    gain: estimateMean(gain ?? []),
    sameProduct: same === undefined || same.length === 0 ? null : estimateMean(same),
    separation: all.read(),
    separationShown: shown.read(),
  });
  return { record, read };
};

const recordFold = (
  sample: Sample,
  labels: readonly (string | null)[],
  { queries, map }: Fold,
  recorders: readonly ReturnType<typeof createRecorder>[],
): void => {
  const parts = map?.projection ? applyParts(map.projection, sample.looks) : null;
  const asked = compareAspects(
    sample,
    parts,
    queries.filter((row) => labels[row] !== null),
  );
  steps.forEach(({ choose }, at) => {
    const settings = choose(map?.settings ?? baseSettings);
    for (const aspects of asked) recorders[at]?.record(scoreAspects(aspects, settings), aspects.query);
  });
};

/**
 * Five times over, everything is learnt and decided without a fifth of the products, which are then asked for their
 * look-alikes among all. `labels`: what counts as right, which need not be what was learnt from.
 */
export const evaluateHeldOut = (
  sample: Sample,
  labels: readonly (string | null)[],
  progress: (done: number, total: number) => void = () => undefined,
): HeldOutStep[] => {
  const recorders = steps.map(() => createRecorder(sample, labels));
  for (let fold = 0; fold < heldOutDefaults.folds; fold += 1) {
    progress(fold, heldOutDefaults.folds);
    recordFold(sample, labels, learnFold(sample, fold), recorders);
  }
  return steps.flatMap(({ name }, at) => recorders[at]?.read(name) ?? []);
};
