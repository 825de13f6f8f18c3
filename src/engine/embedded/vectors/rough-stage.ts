import type { Weights } from '../../../domain/box.ts';

/** The vector of a picture: `stride` floats from `start` on, until the next one is read. */
export type ReadVector = (picture: number) => { readonly floats: Float32Array; readonly start: number };

/** Writes a rough score for each of `pictures[from … to]`, all of them indexed, to `scores` at the same positions. */
export type ScoreRoughly = (
  query: number,
  pictures: Uint32Array,
  from: number,
  to: number,
  weights: Weights,
  scores: Float32Array,
) => void;

/** A form of vectors that is smaller than the vectors: quicker to compare, and less exact. */
export type RoughStage = {
  /** Adds the picture of this number. */
  encode(picture: number, floats: Float32Array, start: number): void;
  readonly score: ScoreRoughly;
};

/** Pictures in one call of the kernel. */
export const roughBatch = 4096;

/** WebAssembly addresses 4 GiB. */
export const mostRoughBytes = 2 ** 32 - 65_536;
