import type { Weights } from '../../../domain/box.ts';
import { planesBytes, scaleOfPlanes } from './bit-query.ts';
import { allocateMemory, chooseEstimates, chooseWeighted, openKernelOn } from './code-kernel.ts';
import { createListScorer } from './list-scorer.ts';
import { layOutScratch } from './scratch.ts';
import { copyWords, createSideBySide, type RowCopy, type SideBySide, wordsOf } from './side-by-side.ts';
import type { SignPart } from './sign-part.ts';
import type { SparsePart } from './sparse-part.ts';
import type { VectorShape } from './vector-shape.ts';

/** The bits of the pictures of a list, side by side in a memory of their own. */
type BitCopy = RowCopy & {
  readonly words: Uint32Array;
  /** As `ScoreRoughly`, for pictures `from` to `to` of the list. */
  score(query: number, from: number, to: number, weights: Weights, scores: Float32Array): void;
  /** The same for places `from` to `to` of some of the list, by the planes of a query. */
  scoreFinely(
    planes: QueryPlanes,
    places: Uint32Array,
    from: number,
    to: number,
    weights: Weights,
    scores: Float32Array,
  ): void;
};

/** The planes of the parts of a query (bit-query.ts): where they are in the memory of all bits, and what a level is worth. */
export type QueryPlanes = { readonly at: readonly number[]; readonly levels: readonly number[] };

type Bits = { readonly parts: readonly SignPart[]; readonly words: Uint32Array };

/** Lists of a sample that margins are measured with are not longer. */
const fewestRows = 4097;
/** Bytes of all copies of a thread. */
const mostBytes = 1 << 24;
const copies = 4;

export const createBitCopies = (
  shape: VectorShape,
  count: number,
  bits: Bits,
  title: SparsePart,
): SideBySide<BitCopy> => {
  const rowBytes = bits.parts.reduce((sum, { stride }) => sum + stride, 0);
  const mostRows = Math.min(count / 4, mostBytes / copies / Math.max(1, rowBytes));
  return createSideBySide(
    { fewestRows, mostRows, copies },
    (list) => createCopy(shape, list.length, bits, title),
    ({ words }, list, from, to) => {
      let start = 0;
      for (const { base, stride } of bits.parts) {
        for (let place = from; place < to; place += 1)
          copyWords(
            bits.words,
            wordsOf(base + (list[place] ?? 0) * stride),
            words,
            start + wordsOf(place * stride),
            wordsOf(stride),
          );
        start += wordsOf((list.length + 1) * stride);
      }
    },
  );
};

/** After the rows of each part is that of the query; then the cosines of each part. */
const createCopy = (
  shape: VectorShape,
  rows: number,
  { parts, words: bits }: Bits,
  title: SparsePart,
): BitCopy => {
  let end = 0;
  const places = parts.map(({ stride }) => {
    const base = end;
    end += (rows + 1) * stride;
    return { base, queryAt: end - stride };
  });
  const tables = parts.map(({ cosines }) => {
    const at = end;
    end += cosines.byteLength;
    return at;
  });
  const scratch = layOutScratch(shape, Math.ceil(end / 16) * 16);
  const home = allocateMemory(scratch.end);
  const kernel = openKernelOn(home);
  const estimate = chooseEstimates(kernel);
  const addWeighted = chooseWeighted(kernel);
  const words = new Uint32Array(home.buffer);
  const floats = new Float32Array(home.buffer);
  parts.forEach(({ cosines }, index) => floats.set(cosines, wordsOf(tables[index] ?? 0)));
  const ascending = Uint32Array.from({ length: rows }, (_, row) => row);
  const scoreLists = createListScorer(home.buffer, scratch, title);
  const score = scoreLists((query, weights, some) => {
    for (const [index, weight] of [weights.looks, weights.colour].entries()) {
      const [part, place] = [parts[index], places[index]];
      if (!part || !place || weight === 0 || part.bytes === 0) continue;
      const { stride, bytes } = part;
      copyWords(bits, wordsOf(part.base + query * stride), words, wordsOf(place.queryAt), wordsOf(stride));
      const own = weight * (floats[wordsOf(place.queryAt + bytes) + 1] ?? 0);
      const { queryAt, base } = place;
      estimate(
        queryAt,
        base,
        scratch.list,
        some,
        stride,
        bytes,
        scratch.out,
        tables[index] ?? 0,
        weight,
        own,
      );
    }
  });
  let levels: readonly number[] = [];
  const planesAt = [scratch.planes.looks, scratch.planes.colour];
  const scorePlanes = scoreLists((_, weights, some) => {
    for (const [index, weight] of [weights.looks, weights.colour].entries()) {
      const [part, place] = [parts[index], places[index]];
      if (!part || !place || weight === 0 || part.bytes === 0) continue;
      const { stride, bytes, mean } = part;
      const { ones, each } = scaleOfPlanes(mean.length);
      const factor = weight * (levels[index] ?? 0);
      const at = planesAt[index] ?? 0;
      addWeighted(
        at,
        place.base,
        scratch.list,
        some,
        stride,
        bytes,
        scratch.out,
        weight,
        factor * ones,
        factor * each,
      );
    }
  });
  return {
    filled: 0,
    words,
    score: (query, from, to, weights, scores) => score(query, ascending, from, to, weights, scores),
    scoreFinely: (planes, some, from, to, weights, scores) => {
      for (const [index, { mean }] of parts.entries())
        copyWords(
          bits,
          wordsOf(planes.at[index] ?? 0),
          words,
          wordsOf(planesAt[index] ?? 0),
          wordsOf(planesBytes(mean.length)),
        );
      levels = planes.levels;
      scorePlanes(-1, some, from, to, weights, scores);
    },
  };
};
