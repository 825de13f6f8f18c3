import { FrequencySketch } from './frequency-sketch.ts';

/** Decides which answers are worth the room of others. */
export type AnswerAdmission = {
  /** An answer was found: it stays worth its room. */
  countFound(hash: number): void;
  /** Whether to keep an answer that was just made, and counts that it was asked for. */
  admits(hash: number): boolean;
  /** An answer that could still be asked for made room. */
  onEvicted(): void;
  /** Answers were dropped, so there is room again. */
  onDropped(): void;
};

/** Of the answers that were kept last, as many are compared with. */
const rememberedAnswers = 1 << 14;

/**
 * While there is room, every answer is kept. Afterwards one is kept if it was asked for more often than another that is kept,
 * which is chosen at random: neither a crawler nor the long tail of a catalogue pushes out what shoppers ask for, and what
 * nobody asks for any more is replaced.
 */
export const createAnswerAdmission = (): AnswerAdmission => {
  const frequencies = new FrequencySketch();
  const kept = new Uint32Array(rememberedAnswers);
  let [keptCount, turn, isFull] = [0, 0, false];

  const isWorthMore = (hash: number): boolean => {
    if (keptCount === 0) return true;
    // Any order will do that does not follow that of the requests.
    turn = (turn + 7919) % Math.min(keptCount, rememberedAnswers);
    return frequencies.estimate(hash) > frequencies.estimate(kept[turn] ?? 0);
  };
  return {
    countFound: (hash) => frequencies.add(hash),
    admits: (hash) => {
      // Before this request is counted: of answers that are asked for equally often, those that are kept stay.
      const isAdmitted = !isFull || isWorthMore(hash);
      frequencies.add(hash);
      if (!isAdmitted) return false;
      kept[keptCount % rememberedAnswers] = hash;
      keptCount += 1;
      return true;
    },
    onEvicted: () => {
      isFull = true;
    },
    onDropped: () => {
      [keptCount, isFull] = [0, false];
    },
  };
};
