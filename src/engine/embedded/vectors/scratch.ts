import { planesBytes } from './bit-query.ts';
import { roughBatch } from './rough-stage.ts';
import type { VectorShape } from './vector-shape.ts';

/** Bytes of the codes of one picture. */
export const codedBytes = ({ looks, colour }: VectorShape): number =>
  (Math.ceil(looks / 16) + Math.ceil(colour / 16)) * 16;

/** Bytes of a picture's row of codes, with a scale and an offset for each part behind them. */
export const codeRowBytes = (shape: VectorShape): number => codedBytes(shape) + 2 * codeValueBytes;

/** Bytes of the scale and the offset of a part. */
export const codeValueBytes = 8;

/** Bytes of the planes that a sketch is compared with: it has 256 bits. */
export const sketchPlanesBytes = planesBytes(256);

/**
 * Where a thread writes while it compares, all in bytes: the numbers of a query, these as codes, what the codes leave out, as codes too, and
 * the query as planes of bits, which stay there for the next call, and a list of rows with as many results. Stages in one memory share it: none waits while it compares.
 */
export type Scratch = {
  /** A float for each code. */
  readonly numbers: number;
  readonly codes: number;
  readonly rest: number;
  readonly planes: { readonly looks: number; readonly colour: number };
  /** The first planes of looks, then those of colour. */
  readonly sketchPlanes: number;
  readonly list: number;
  readonly out: number;
  readonly end: number;
};

export const layOutScratch = (shape: VectorShape, at: number): Scratch => {
  const codes = at + codedBytes(shape) * 4;
  const rest = codes + codedBytes(shape);
  const looks = rest + codedBytes(shape);
  const colour = looks + planesBytes(shape.looks);
  const sketchPlanes = colour + planesBytes(shape.colour);
  const list = sketchPlanes + 2 * sketchPlanesBytes;
  const out = list + roughBatch * 4;
  return {
    numbers: at,
    codes,
    rest,
    planes: { looks, colour },
    sketchPlanes,
    list,
    out,
    end: out + roughBatch * 4,
  };
};
