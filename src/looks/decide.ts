import { crc32 } from 'node:zlib';
import { applyParts, type LooksMap } from './looks-map.ts';
import {
  addCosines,
  average,
  type Estimate,
  estimateMean,
  isFamilyFirst,
  type Item,
  precisionAt,
  rankFamilies,
} from './measure.ts';
import { type Features, selectFeatures, trainMap } from './train-map.ts';

/** The pictures that learning sees: one item and one vector of each kind per picture. */
export type Sample = {
  readonly items: readonly Item[];
  readonly looks: Features;
  readonly colour: Features;
};

/** What was measured for one mix, as differences to the base. */
export type Trial = {
  readonly mix: number;
  /** Products that the map was not trained on, of labels that it knows. */
  readonly unseenProducts: Estimate;
  /** Products of labels that it never saw; null when there are too few labels to leave some out. */
  readonly unseenLabels: Estimate | null;
  /** Nearest other picture shows the same product; null without such pictures. */
  readonly sameProduct: number | null;
  readonly accepted: boolean;
};

export type LooksReport = {
  readonly field: string | null;
  readonly pictures: number;
  readonly labels: number;
  /** Precision at 10 of the base on unseen products. */
  readonly base: Estimate | null;
  readonly trials: readonly Trial[];
  /** The mix that is used; null: the base stays. */
  readonly mix: number | null;
  readonly reason: string;
};

export const decideDefaults = {
  k: 10,
  /** Weight of colour beside looks, as boxes have it unless they say otherwise. */
  colourWeight: 0.3,
  mixes: [0, 0.3, 0.5, 0.7],
  /** Fewer pictures or labels teach nothing that could be measured. */
  pictures: 200,
  labels: 2,
  queries: 400,
} as const;

const hash = (text: string): number => crc32(text);

type Split = {
  readonly training: readonly number[];
  readonly unseenProducts: readonly number[];
  readonly unseenLabels: readonly number[];
};

/** One product in five is held out, and one label in five with all its products. Depends on names only. */
const splitSample = (items: readonly Item[], labels: readonly string[]): Split => {
  const heldLabels = new Set(
    [...labels]
      .sort((a, b) => hash(`label ${a}`) - hash(`label ${b}`))
      .slice(0, Math.floor(labels.length / 5)),
  );
  const isHeldProduct = ({ family }: Item): boolean => hash(`family ${family}`) % 5 === 0;
  const rows = items.flatMap(({ label }, row) => (label === null ? [] : [{ row, label }]));
  const ofUnseenLabel = rows.filter(({ label }) => heldLabels.has(label));
  const known = rows.filter(({ label }) => !heldLabels.has(label));
  const isHeld = ({ row }: { row: number }): boolean =>
    isHeldProduct(items[row] ?? { family: '', label: null });
  const pick = (some: readonly { row: number }[]): number[] => some.map(({ row }) => row);
  return {
    training: pick(known.filter((each) => !isHeld(each))),
    unseenProducts: thinOut(pick(known.filter(isHeld)), items),
    unseenLabels: thinOut(pick(ofUnseenLabel), items),
  };
};

/** At most so many queries, chosen by the hash of their family. */
const thinOut = (rows: readonly number[], items: readonly Item[]): number[] =>
  [...rows]
    .sort(
      (a, b) => hash(`query ${items[a]?.family ?? ''} ${a}`) - hash(`query ${items[b]?.family ?? ''} ${b}`),
    )
    .slice(0, decideDefaults.queries);

const countLabels = (items: readonly Item[]): string[] => {
  const counts = new Map<string, number>();
  for (const { label } of items) if (label !== null) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= 2).map(([label]) => label);
};

type Mixed = { readonly precision: number[][]; readonly sameProduct: number[][] };

/** For the base (first) and each mix: the measures of every query. */
const measureMixes = (
  sample: Sample,
  parts: { readonly mapped: Features; readonly base: Features },
  queries: readonly number[],
): Mixed => {
  const { items, looks, colour } = sample;
  const variants = decideDefaults.mixes.length + 1;
  const precision: number[][] = Array.from({ length: variants }, () => []);
  const sameProduct: number[][] = Array.from({ length: variants }, () => []);
  const families = new Map<string, number>();
  for (const { family } of items) families.set(family, (families.get(family) ?? 0) + 1);
  const count = items.length;
  for (const query of queries) {
    const compare = (features: Features): Float32Array => {
      const cosines = new Float32Array(count);
      addCosines(features, 1, query, cosines);
      return cosines;
    };
    const [plain, mapped, base, colours] = [looks, parts.mapped, parts.base, colour].map(compare);
    const record = (variant: number, similarities: Float32Array): void => {
      const ranked = rankFamilies(similarities, items, query, decideDefaults.k);
      precision[variant]?.push(precisionAt(ranked, items, query));
      if ((families.get(items[query]?.family ?? '') ?? 0) > 1)
        sameProduct[variant]?.push(isFamilyFirst(similarities, items, query));
    };
    const withColour = (value: (row: number) => number): Float32Array =>
      Float32Array.from(
        { length: count },
        (_, row) => value(row) + decideDefaults.colourWeight * (colours?.[row] ?? 0),
      );
    record(
      0,
      withColour((row) => plain?.[row] ?? 0),
    );
    decideDefaults.mixes.forEach((mix, at) =>
      record(
        at + 1,
        withColour((row) => mix * (mapped?.[row] ?? 0) + (1 - mix) * (base?.[row] ?? 0)),
      ),
    );
  }
  return { precision, sameProduct };
};

const estimateDifference = (values: readonly number[] = [], base: readonly number[] = []): Estimate =>
  estimateMean(values.map((value, at) => value - (base[at] ?? 0)));

/** A mix must win on unseen products beyond doubt, and lose neither on unseen labels nor on other photos. */
const isAccepted = ({ unseenProducts, unseenLabels, sameProduct }: Omit<Trial, 'accepted'>): boolean =>
  unseenProducts.low > 0 && (unseenLabels?.mean ?? 0) >= 0 && (sameProduct ?? 0) >= 0;

const createTrials = (products: Mixed, labels: Mixed): Trial[] =>
  decideDefaults.mixes.map((mix, at) => {
    const families = [...(products.sameProduct[at + 1] ?? []), ...(labels.sameProduct[at + 1] ?? [])];
    const familiesBefore = [...(products.sameProduct[0] ?? []), ...(labels.sameProduct[0] ?? [])];
    const trial = {
      mix,
      unseenProducts: estimateDifference(products.precision[at + 1], products.precision[0]),
      unseenLabels:
        (labels.precision[0] ?? []).length === 0
          ? null
          : estimateDifference(labels.precision[at + 1], labels.precision[0]),
      sameProduct: families.length === 0 ? null : average(families) - average(familiesBefore),
    };
    return { ...trial, accepted: isAccepted(trial) };
  });

const keepBase = (reason: string, sample: Sample, labels: number): { map: null; report: LooksReport } => ({
  map: null,
  report: {
    field: null,
    pictures: sample.items.length,
    labels,
    base: null,
    trials: [],
    mix: null,
    reason,
  },
});

/**
 * Decides on products and labels that the trial map did not see whether a map is used, and how much of it. The map
 * that is used is then trained on everything. Deterministic: the same pictures and labels give the same map.
 */
export const decideLooks = (sample: Sample): { map: LooksMap | null; report: LooksReport } => {
  const { items, looks } = sample;
  const labels = countLabels(items);
  if (items.length < decideDefaults.pictures || labels.length < decideDefaults.labels)
    return keepBase('too few pictures or labels to learn from', sample, labels.length);
  const split = splitSample(items, labels);
  const trialMap = trainMap(
    selectFeatures(looks, split.training),
    split.training.map((row) => items[row]?.label ?? null),
  );
  if (trialMap === null || split.unseenProducts.length === 0)
    return keepBase('too few pictures of each label to learn from', sample, labels.length);
  const parts = applyParts(trialMap, looks);
  const products = measureMixes(sample, parts, split.unseenProducts);
  const trials = createTrials(products, measureMixes(sample, parts, split.unseenLabels));
  const best = trials
    .filter(({ accepted }) => accepted)
    .reduce<Trial | null>(
      (winner, trial) =>
        winner === null || trial.unseenProducts.mean > winner.unseenProducts.mean ? trial : winner,
      null,
    );
  const projection =
    best &&
    trainMap(
      looks,
      items.map(({ label }) => label),
    );
  return {
    map: best && projection && { projection, mix: best.mix },
    report: {
      field: null,
      pictures: items.length,
      labels: labels.length,
      base: estimateMean(products.precision[0] ?? []),
      trials,
      mix: best?.mix ?? null,
      reason:
        best === null ? 'no mix wins on products that were held out' : 'wins on products that were held out',
    },
  };
};
