import { createHash } from 'node:crypto';
import { dotRows, normalize } from './matrix.ts';
import type { Features, Projection } from './train-map.ts';

/**
 * How the vector of a picture becomes the vector that is compared. The result is two vectors side by side, scaled so
 * that a cosine of results is `mix` × the cosine after the learnt map + (1 - `mix`) × the cosine of the vectors
 * without the mean of the catalogue. The second part keeps the map honest about what it never saw.
 */
export type LooksMap = { readonly projection: Projection; readonly mix: number };

const mapPart = ({ mean, rows, dimensions }: Projection, looks: Float32Array): Float32Array => {
  const centred = looks.map((value, at) => value - (mean[at] ?? 0));
  const mapped = new Float32Array(dimensions);
  for (let row = 0; row < dimensions; row += 1)
    mapped[row] = dotRows(rows, row * looks.length, centred, 0, looks.length);
  return normalize(mapped);
};

const basePart = ({ mean }: Projection, looks: Float32Array): Float32Array =>
  normalize(looks.map((value, at) => value - (mean[at] ?? 0)));

/** Of unit length. With a mix of 0 only the base part remains. */
export const applyMap = ({ projection, mix }: LooksMap, looks: Float32Array): Float32Array => {
  const base = basePart(projection, looks);
  if (mix === 0) return base;
  const mapped = mapPart(projection, looks);
  const result = new Float32Array(mapped.length + base.length);
  result.set(mapped.map((value) => value * Math.sqrt(mix)));
  result.set(
    base.map((value) => value * Math.sqrt(1 - mix)),
    mapped.length,
  );
  return normalize(result);
};

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

/** Layout: size and dimensions (uint32), mix (float32), mean, rows (float32). */
export const encodeMap = ({ projection, mix }: LooksMap): Uint8Array => {
  const { mean, rows, dimensions } = projection;
  const bytes = new Uint8Array(12 + (mean.length + rows.length) * 4);
  const header = new DataView(bytes.buffer);
  header.setUint32(0, mean.length, true);
  header.setUint32(4, dimensions, true);
  header.setFloat32(8, mix, true);
  new Float32Array(bytes.buffer, 12, mean.length).set(mean);
  new Float32Array(bytes.buffer, 12 + mean.length * 4, rows.length).set(rows);
  return bytes;
};

/** Null for bytes that are no map. */
export const decodeMap = (bytes: Uint8Array): LooksMap | null => {
  if (bytes.length < 12) return null;
  const copy = bytes.slice();
  const header = new DataView(copy.buffer);
  const [size, dimensions] = [header.getUint32(0, true), header.getUint32(4, true)];
  if (copy.length !== 12 + (size + size * dimensions) * 4) return null;
  const mean = new Float32Array(copy.buffer, 12, size);
  const rows = new Float32Array(copy.buffer, 12 + size * 4, size * dimensions);
  return { projection: { mean, rows, dimensions }, mix: header.getFloat32(8, true) };
};

/** Equal for equal maps. Part of the name of the model: vectors of different maps are not comparable. */
export const identifyMap = (map: LooksMap): string =>
  createHash('sha256').update(encodeMap(map)).digest('hex').slice(0, 12);
