import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { nullable, settings } from '../decision.ts';
import type { LooksMap } from './looks-map.ts';

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
export const encodeMap = (map: LooksMap): Uint8Array => {
  const { projection, vocabulary, joinsWords } = map;
  const { mean, rows, dimensions } = projection ?? noProjection;
  const { mix, colour, words, averaged } = map.settings;
  const text = padHeader(
    JSON.stringify({
      size: mean.length,
      dimensions,
      settings: { mix, colour, words, ...(averaged !== undefined && { averaged }) },
      words: vocabulary?.words ?? null,
      ...(vocabulary !== null && joinsWords !== true && { wordsApart: true }),
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

/** Null for bytes that are no map. */
export const decodeMap = (bytes: Uint8Array): LooksMap | null => {
  try {
    // A copy of its own: numbers start at a multiple of four bytes.
    const buffer = Buffer.from(Uint8Array.from(bytes).buffer);
    const start = 4 + buffer.readUInt32LE(0);
    const decoded = Value.Parse(header, JSON.parse(buffer.toString('utf8', 4, start)));
    const { size, dimensions, words, wordsApart } = decoded;
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
      ...(words !== null && wordsApart !== true && { joinsWords: true }),
    };
  } catch {
    return null;
  }
};

/** Equal for equal maps. Part of the name of the model: vectors of different maps are not comparable. */
export const identifyMap = (map: LooksMap): string =>
  createHash('sha256').update(encodeMap(map)).digest('hex').slice(0, 12);
