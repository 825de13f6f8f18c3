import { dotRows, normalize } from '../train/matrix.ts';
import type { Settings } from '../decision.ts';
import type { Features, Projection } from '../train/train-map.ts';
import { createWordVector, identifyWords, type Vocabulary } from '../train/words.ts';

export const baseSettings: Settings = { mix: null, colour: 1, words: 0 };

/** Weight of colour beside looks, as boxes have it unless they say otherwise. */
export const colourWeight = 0.3;

/**
 * How the vectors of a picture become those that are compared. Looks are up to two vectors side by side, scaled so that
 * a cosine of results is the weighted mean of two cosines: after the learnt map, and of the vectors of the model without
 * the mean of the catalogue. The second part keeps the map honest about what it never saw. The words of the title are a
 * vector of their own.
 */
export type LooksMap = {
  /** Null: the vectors of the model are taken as they are. */
  readonly projection: Projection | null;
  readonly settings: Settings;
  /** Null: words are not compared. */
  readonly vocabulary: Vocabulary | null;
  /** A map of an older release: words are a third part of looks, with the weight of the settings. */
  readonly joinsWords?: true;
};

type Picture = {
  readonly hash: string;
  readonly looks: Float32Array;
  readonly colour: Float32Array;
  readonly title?: Float32Array;
};

const mapPart = ({ mean, rows, dimensions }: Projection, looks: Float32Array): Float32Array => {
  const centred = looks.map((value, at) => value - (mean[at] ?? 0));
  const mapped = new Float32Array(dimensions);
  for (let row = 0; row < dimensions; row += 1)
    mapped[row] = dotRows(rows, row * looks.length, centred, 0, looks.length);
  return normalize(mapped);
};

const basePart = ({ mean }: Projection, looks: Float32Array): Float32Array =>
  normalize(looks.map((value, at) => value - (mean[at] ?? 0)));

/** Side by side: the cosine of results is the weighted mean of the cosines of the parts. Parts without weight are left out. */
const joinParts = (
  parts: readonly { readonly vector: Float32Array; readonly weight: number }[],
): Float32Array => {
  const used = parts.filter(({ weight }) => weight > 0);
  const total = used.reduce((sum, { weight }) => sum + weight, 0);
  return Float32Array.from(
    used.flatMap(({ vector, weight }) => [...vector.map((value) => value * Math.sqrt(weight / total))]),
  );
};

/** Engines compare vectors of unit length. Without a known word a joined part is zeros, so the rest is scaled up. */
const joinLooks = (
  { projection, settings: { mix, words, colour }, vocabulary, joinsWords }: LooksMap,
  looks: Float32Array,
  title: readonly string[],
): Float32Array =>
  normalize(
    joinParts([
      ...(projection === null || mix === null
        ? [{ vector: looks, weight: 1 }]
        : [
            { vector: mapPart(projection, looks), weight: mix },
            { vector: basePart(projection, looks), weight: 1 - mix },
          ]),
      // One more number, the same for all pictures, brings all looks nearer: a box's weight of colour counts more.
      { vector: Float32Array.of(1), weight: Math.max(0, colour - 1) },
      ...(vocabulary === null || joinsWords !== true
        ? []
        : [{ vector: createWordVector(vocabulary, title), weight: words }]),
    ]),
  );

/** One more number, the same for all pictures, brings all colours nearer: a box's weight of colour counts less. */
const weakenColour = ({ settings }: LooksMap, colour: Float32Array): Float32Array =>
  settings.colour >= 1
    ? colour
    : joinParts([
        { vector: colour, weight: settings.colour },
        { vector: Float32Array.of(1), weight: 1 - settings.colour },
      ]);

/** `title`: the words that the variants of the product share. */
export const applyMap = (map: LooksMap, picture: Picture, title: readonly string[]): Picture => ({
  // Engines keep one vector for each hash.
  hash: map.vocabulary === null ? picture.hash : `${picture.hash}.${identifyWords(map.vocabulary, title)}`,
  looks: joinLooks(map, picture.looks, title),
  colour: weakenColour(map, picture.colour),
  ...(map.vocabulary !== null &&
    map.joinsWords !== true && { title: createWordVector(map.vocabulary, title) }),
});

/**
 * Weight of the title, beside 1 for looks and colour together, unless a box says otherwise; null where titles are not
 * compared as a part of their own.
 */
export const titleWeightOf = (map: LooksMap | null): number | null =>
  map === null || map.vocabulary === null || map.joinsWords === true
    ? null
    : map.settings.words / Math.max(1, map.settings.colour) / (1 + colourWeight);

/** Both parts of every vector, to try several mixes on. */
export const applyParts = (
  projection: Projection,
  { values, count, size }: Features,
): { readonly mapped: Features; readonly base: Features } => {
  const mapped = new Float32Array(count * projection.dimensions);
  const base = new Float32Array(count * size);
  for (let row = 0; row < count; row += 1) {
    const looks = values.subarray(row * size, (row + 1) * size);
    mapped.set(mapPart(projection, looks), row * projection.dimensions);
    base.set(basePart(projection, looks), row * size);
  }
  return {
    mapped: { values: mapped, count, size: projection.dimensions },
    base: { values: base, count, size },
  };
};
