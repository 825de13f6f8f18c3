import { dotRows, normalize } from '../train/matrix.ts';
import { type Settings, nullable, settings } from './decision.ts';
import type { Vectors } from '../train/sample.ts';
import type { Features, Projection } from '../train/train-map.ts';
import { createWordVector, identifyWords, type Vocabulary } from '../train/words.ts';
import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

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
};

type Picture = Vectors & { readonly hash: string };

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
const joinParts = (parts: readonly { readonly vector: Float32Array; readonly weight: number }[]) => {
  const used = parts.filter(({ weight }) => weight > 0);
  const total = used.reduce((sum, { weight }) => sum + weight, 0);
  return Float32Array.from(
    used.flatMap(({ vector, weight }) => [...vector.map((value) => value * Math.sqrt(weight / total))]),
  );
};

/** Engines compare vectors of unit length. */
const joinLooks = ({ projection, settings: { mix, colour } }: LooksMap, looks: Float32Array): Float32Array =>
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
  looks: joinLooks(map, picture.looks),
  colour: weakenColour(map, picture.colour),
  ...(map.vocabulary !== null && { title: createWordVector(map.vocabulary, title) }),
});

/** Weight of the title, beside 1 for looks and colour together, unless a box says otherwise; null where titles are not compared. */
export const titleWeightOf = (map: LooksMap | null): number | null =>
  map === null || map.vocabulary === null
    ? null
    : map.settings.words / Math.max(1, map.settings.colour) / (1 + colourWeight);

/** Both parts of every vector, to try several mixes on. */
export const applyParts = (projection: Projection, { values, count, size }: Features) => {
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

/** Before the numbers: how many there are, and what is not a list of numbers. */
const header = Type.Object({
  /** Of a vector of the model; 0 without a projection. */
  size: Type.Integer({ minimum: 0 }),
  dimensions: Type.Integer({ minimum: 0 }),
  settings,
  words: nullable(Type.Array(Type.String())),
  /** Whether words are a vector of their own. Older releases made them a part of looks, and left this out. */
  wordsApart: Type.Optional(Type.Boolean()),
});

/** Numbers start at a multiple of four bytes. */
const padHeader = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4, ' ')]);
};

/** Layout: length of the header (uint32), the header (JSON), mean, rows, weights of words (float32). */
export const encodeMap = ({ projection, settings: given, vocabulary }: LooksMap): Buffer => {
  const { mean, rows, dimensions } = projection ?? noProjection;
  const { mix, colour, words, averaged } = given;
  const text = padHeader(
    JSON.stringify({
      size: mean.length,
      dimensions,
      settings: { mix, colour, words, averaged },
      words: vocabulary?.words ?? null,
      ...(vocabulary !== null && { wordsApart: true }),
    }),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  const numbers = [mean, rows, vocabulary?.weights ?? new Float32Array(0)];
  return Buffer.concat([
    length,
    text,
    ...numbers.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  ]);
};

const noProjection = { mean: new Float32Array(0), rows: new Float32Array(0), dimensions: 0 };

/** Null for bytes that are no map, or one of a release that is too old. */
export const decodeMap = (bytes: Uint8Array): LooksMap | null => {
  try {
    // A copy of its own: numbers start at a multiple of four bytes.
    const buffer = Buffer.from(Uint8Array.from(bytes).buffer);
    const start = 4 + buffer.readUInt32LE(0);
    const decoded = Value.Parse(header, JSON.parse(buffer.toString('utf8', 4, start)));
    const { size, dimensions, words, wordsApart } = decoded;
    if (words !== null && wordsApart !== true) return null;
    const lengths = [size, size * dimensions, words?.length ?? 0];
    if (buffer.length !== start + 4 * lengths.reduce((sum, length) => sum + length, 0)) return null;
    let from = start;
    const [mean = noProjection.mean, rows = noProjection.rows, weights = noProjection.mean] = lengths.map(
      (length) => {
        from += length * 4;
        return new Float32Array(buffer.buffer, from - length * 4, length);
      },
    );
    return {
      projection: size === 0 ? null : { mean, rows, dimensions },
      settings: decoded.settings,
      vocabulary: words && { words, weights },
    };
  } catch {
    return null;
  }
};

/** Of the bytes of a map. Part of the name of the model: vectors of different maps are not comparable. */
export const identifyMap = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 12);
