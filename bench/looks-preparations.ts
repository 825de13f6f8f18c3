/**
 * Would it help to correct for pictures that are near to everything (CSLS)? Measured on the held-out products of an imported catalogue, on top of the vectors of the model and on top of
 * the settings that are given: precision at 10, the nearest other photo of a product, and products that are never shown.
 *
 *   node bench/looks-preparations.ts <data folder> <tracker of the dataset> <share of the map> <words> <colour>
 */
import { join } from 'node:path';
import { openVectorCache } from '../src/ingest/pictures/picture-caches.ts';
import { openLooksFiles } from '../src/learning/looks/looks-files.ts';
import { applyParts } from '../src/learning/looks/map/looks-map.ts';
import { dotRows } from '../src/learning/looks/train/matrix.ts';
import {
  average,
  estimateMean,
  isFamilyFirst,
  precisionAt,
  rankFamilies,
} from '../src/learning/looks/decide/measure.ts';
import { readSample } from '../src/learning/looks/train/sample.ts';
import { listLabels, splitSample } from '../src/learning/looks/decide/guard-copies.ts';
import {
  type Features,
  packFeatures,
  selectFeatures,
  trainMap,
} from '../src/learning/looks/train/train-map.ts';

const [folder = '', tracker = '', ...numbers] = process.argv.slice(2);
const [mix = 0.7, words = 0, colour = 1] = numbers.map(Number);
const pictures = join(folder, 'pictures');
const files = openLooksFiles(pictures, tracker);
const [decision, chosen] = [await files.readLatest(), await files.readSample()];
if (decision === null || chosen === null) throw new Error('Nothing was learnt from this dataset.');
const cache = openVectorCache(pictures, decision.embedder);
const { sample } = readSample(chosen, (hash) => cache.get(hash));
const { items, looks } = sample;
const split = splitSample(items, listLabels(items));
const map = trainMap(selectFeatures(looks, split.training), [
  { labels: split.training.map((row) => items[row]?.label ?? null), weight: 1 },
]);
if (map === null) throw new Error('There are too few labels.');
const parts = applyParts(map, looks);

type Part = { readonly features: Features; readonly weight: number };

const rowOf = ({ values, size }: Features, row: number): Float32Array =>
  values.subarray(row * size, (row + 1) * size);

/** Side by side, so that one dot product is the weighted sum. */
const joinParts = (list: readonly Part[]): Features =>
  packFeatures(
    items.map((_, row) =>
      Float32Array.from(
        list.flatMap(({ features, weight }) =>
          [...rowOf(features, row)].map((value) => value * Math.sqrt(weight)),
        ),
      ),
    ),
  );

const compareAll = ({ values, size, count }: Features): Float32Array[] =>
  Array.from({ length: count }, (_, a) =>
    Float32Array.from({ length: count }, (__, b) => dotRows(values, a * size, values, b * size, size)),
  );

const findNearest = (scores: Float32Array, own: number, count: number): number[] =>
  [...scores.keys()]
    .filter((row) => row !== own)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
    .slice(0, count);

const correctHubs = (scores: readonly Float32Array[]): Float32Array[] => {
  const near = scores.map((own, row) => average(findNearest(own, row, 10).map((other) => own[other] ?? 0)));
  return scores.map((own, row) =>
    own.map((score, other) => 2 * score - (near[row] ?? 0) - (near[other] ?? 0)),
  );
};

const measure = (scores: readonly Float32Array[]) => {
  const scoresOf = (row: number): Float32Array => scores[row] ?? new Float32Array(0);
  const shown = new Set(
    scores.flatMap((own, row) => rankFamilies(own, items, row, 10).map((other) => items[other]?.family)),
  );
  const families = new Map<string, number>();
  for (const { family } of items) families.set(family, (families.get(family) ?? 0) + 1);
  const photographed = split.unseenProducts.filter(
    (row) => (families.get(items[row]?.family ?? '') ?? 0) > 1,
  );
  return {
    precision: split.unseenProducts.map((row) =>
      precisionAt(rankFamilies(scoresOf(row), items, row, 10), items, row),
    ),
    sameProduct: average(photographed.map((row) => isFamilyFirst(scoresOf(row), items, row))),
    neverShown: 1 - shown.size / families.size,
  };
};

const print = (name: string, own: ReturnType<typeof measure>, before: ReturnType<typeof measure>): void => {
  const gain = estimateMean(
    own.precision.map((value, at) => value - (before.precision[at] ?? 0)),
    1,
  );
  console.log(
    `${name}: precision at 10 ${average(own.precision).toFixed(3)}, gain ${gain.mean.toFixed(3)} (${gain.low.toFixed(3)} to ${gain.high.toFixed(3)}), same product first ${own.sameProduct.toFixed(3)}, never shown ${(100 * own.neverShown).toFixed(1)} %`,
  );
};

const tryPreparations = (name: string, vectors: Features, others: readonly Part[]): void => {
  const scores = compareAll(joinParts([{ features: vectors, weight: 1 }, ...others]));
  const before = measure(scores);
  print(name, before, before);
  print(`${name}, hubs corrected`, measure(correctHubs(scores)), before);
};

console.log(`${items.length} pictures, ${split.unseenProducts.length} held out`);
tryPreparations('base', looks, [{ features: sample.colour, weight: 0.3 }]);
tryPreparations(
  'learnt',
  joinParts([
    { features: parts.mapped, weight: mix },
    { features: parts.base, weight: 1 - mix },
  ]),
  [
    { features: sample.colour, weight: 0.3 * colour },
    ...(sample.words === null || words === 0 ? [] : [{ features: sample.words, weight: words }]),
  ],
);
