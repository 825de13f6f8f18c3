import { allocateMemory, type CodeKernel, openKernelOn, type SharedMemory } from './code-kernel.ts';

/*
 * The scores of the looks of one step in memory of the kernel, which finds the highest of them: a hundred thousand scores
 * are looked at in a tenth of a millisecond. Where bits lie side by side, the room is in the same memory (bit-blocks.ts): scores stay
 * where the kernel writes them.
 */

export type StepRoom = {
  readonly scores: Float32Array;
  /** Where `findReaching` writes. */
  readonly places: Uint32Array;
  /**
   * `margin` less than the highest of some evenly spaced values that `wanted` of the first `count` scores reach, or more. Scores are
   * -`most` to `most`; those beyond count as if they were at the end.
   */
  findFloor(count: number, wanted: number, most: number, margin: number): number;
  /** Places of those of the first `count` scores that are at least `floor`, ascending; returns how many. Scores are those of `findFloor`. */
  findReaching(count: number, floor: number): number;
  /** Another question may use it. */
  giveBack(): void;
};

const bins = 4096;

/** Of more scores than this, a sample of about so many first says which of them need not be counted. */
const [sampledFrom, sampleSize] = [4096, 1024];

/** Of a sample, so many more than the share of what is wanted: then too few are counted almost never. */
const [sampleTimes, sampleMore] = [2, 8];

/** Scores that are looked at apart from the others. */
const mostPicked = 32_768;

/** The kernel looks at whole fours. */
const lane = 4;

const padLength = (length: number): number => Math.ceil(length / lane + 1) * lane;

const layOutRoom = (at: number, length: number) => {
  const padded = padLength(length);
  const pickedLength = padLength(Math.min(length, mostPicked));
  const placesAt = at + padded * 4;
  const countsAt = placesAt + padded * 4;
  const pickedAt = countsAt + bins * 4;
  const chosenAt = pickedAt + pickedLength * 4;
  return { padded, pickedLength, placesAt, countsAt, pickedAt, chosenAt, end: chosenAt + pickedLength * 4 };
};

export const stepRoomBytes = (length: number): number => layOutRoom(0, length).end;

/** Room for so many scores in the memory of a kernel, from `scoresAt` on. */
export const createStepRoom = (
  kernel: CodeKernel,
  { buffer: memory }: SharedMemory,
  scoresAt: number,
  length: number,
): Omit<StepRoom, 'giveBack'> => {
  const { padded, pickedLength, placesAt, countsAt, pickedAt, chosenAt } = layOutRoom(scoresAt, length);
  const scores = new Float32Array(memory, scoresAt, padded);
  const places = new Uint32Array(memory, placesAt, padded);
  /** Scores of the picked places, and which of these reach a floor. */
  const picked = new Float32Array(memory, pickedAt, pickedLength);
  const chosen = new Uint32Array(memory, chosenAt, pickedLength);
  /** Scores from this one on are picked; there are none where it is Infinity. */
  let [pickedFrom, pickedCount] = [Infinity, 0];
  const perUnitOf = (most: number): number => bins / (2 * most);
  const toScore = (bin: number, most: number): number =>
    bin === 0 ? -Infinity : bin / perUnitOf(most) - most;
  /** The highest bin that so many of every `step`-th score reach. */
  const findBin = (at: number, count: number, step: number, most: number, wanted: number): number => {
    kernel.countScores(at, at + count * 4, step * 4, -most, perUnitOf(most), countsAt, bins - 1);
    return kernel.findBin(countsAt, bins, Math.ceil(wanted));
  };
  const reach = (all: Float32Array, count: number, floor: number, out: number): number => {
    if (count === 0) return 0;
    // Not a number reaches nothing.
    all.fill(Number.NaN, count, Math.ceil(count / lane) * lane);
    return kernel.reaching(all.byteOffset, Math.ceil(count / lane) * lane, floor, out);
  };
  /** Picks the scores from `floor` on; false where there are too many. */
  const pick = (count: number, floor: number): boolean => {
    const some = reach(scores, count, floor, placesAt);
    if (some >= pickedLength) return false;
    for (let index = 0; index < some; index += 1) picked[index] = scores[places[index] ?? 0] ?? 0;
    [pickedFrom, pickedCount] = [floor, some];
    return true;
  };
  return {
    scores,
    places,
    findFloor: (count, wanted, most, margin) => {
      pickedFrom = Infinity;
      if (count === 0) return -Infinity;
      const step = Math.floor(count / sampleSize);
      if (count > sampledFrom && step > 1) {
        const likely = findBin(scoresAt, count, step, most, (wanted / step) * sampleTimes + sampleMore);
        const floor = toScore(likely, most);
        if (likely > 0 && (pick(count, floor - margin) || pick(count, floor))) {
          const bin = findBin(pickedAt, pickedCount, 1, most, wanted);
          // Below it there may be others that were not picked.
          if (bin >= likely) return toScore(bin, most) - margin;
        }
      }
      return toScore(findBin(scoresAt, count, 1, most, wanted), most) - margin;
    },
    findReaching: (count, floor) => {
      if (floor < pickedFrom) return reach(scores, count, floor, placesAt);
      const some = reach(picked, pickedCount, floor, chosenAt);
      for (let index = 0; index < some; index += 1) places[index] = places[chosen[index] ?? 0] ?? 0;
      return some;
    },
  };
};

/** Room for a whole catalogue is not asked of the system for each question. Questions that run side by side have their own. */
let freeRoom: StepRoom | null = null;

const createRoom = (length: number): StepRoom => {
  const memory = allocateMemory(stepRoomBytes(length));
  const room: StepRoom = {
    ...createStepRoom(openKernelOn(memory), memory, 0, length),
    giveBack: () => {
      if (room.scores.length >= (freeRoom?.scores.length ?? 0)) freeRoom = room;
    },
  };
  return room;
};

export const takeRoom = (count: number): StepRoom => {
  const room = freeRoom;
  freeRoom = null;
  return room !== null && room.scores.length > count ? room : createRoom(count);
};
