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
   * The highest of some evenly spaced values that about `wanted` of the first `count` scores reach, or more. Scores are
   * -`most` to `most`; those beyond count as if they were at the end.
   */
  findFloor(count: number, wanted: number, most: number): number;
  /** Places of those of the first `count` scores that are at least `floor`, ascending; returns how many. */
  findReaching(count: number, floor: number): number;
  /** Another question may use it. */
  giveBack(): void;
};

const bins = 4096;

/** Of more scores than this, a sample of about so many first says which of them need not be counted. */
const [sampledFrom, sampleSize] = [4096, 1024];

/** Of a sample, so many more than the share of what is wanted: then too few are counted almost never. */
const [sampleTimes, sampleMore] = [2, 8];

/** Copying zeros into shared memory takes half as long as filling it. */
const noCounts = new Uint32Array(bins);

/** The kernel looks at whole fours. */
const lane = 4;

const padLength = (length: number): number => Math.ceil(length / lane + 1) * lane;

export const stepRoomBytes = (length: number): number => padLength(length) * 8 + bins * 4;

/** Room for so many scores in the memory of a kernel, from `scoresAt` on. */
export const createStepRoom = (
  kernel: CodeKernel,
  { buffer: memory }: SharedMemory,
  scoresAt: number,
  length: number,
): Omit<StepRoom, 'giveBack'> => {
  const padded = padLength(length);
  const [placesAt, countsAt] = [scoresAt + padded * 4, scoresAt + padded * 8];
  const scores = new Float32Array(memory, scoresAt, padded);
  const counts = new Uint32Array(memory, countsAt, bins);
  const places = new Uint32Array(memory, placesAt, padded);
  const perUnitOf = (most: number): number => bins / (2 * most);
  const toScore = (bin: number, most: number): number =>
    bin === 0 ? -Infinity : bin / perUnitOf(most) - most;
  /** Counts one in `step` of the scores. */
  const countAll = (count: number, step: number, most: number): void => {
    const end = scoresAt + count * 4;
    kernel.countScores(scoresAt, end, step * 4, -most, perUnitOf(most), countsAt, bins - 1);
  };
  /** Counts the scores at the first places. */
  const countPlaces = (some: number, most: number): void => {
    counts.set(noCounts);
    const perUnit = perUnitOf(most);
    for (let index = 0; index < some; index += 1) {
      const bin = Math.floor(((scores[places[index] ?? 0] ?? 0) + most) * perUnit);
      const at = Math.max(0, Math.min(bins - 1, bin));
      counts[at] = (counts[at] ?? 0) + 1;
    }
  };
  /** The highest bin that so many of what was counted reach. */
  const findBin = (wanted: number): number => kernel.findBin(countsAt, bins, Math.ceil(wanted));
  const findReaching = (count: number, floor: number): number => {
    if (count === 0) return 0;
    // Not a number reaches nothing.
    scores.fill(Number.NaN, count, Math.ceil(count / lane) * lane);
    return kernel.reaching(scoresAt, Math.ceil(count / lane) * lane, floor, placesAt);
  };
  return {
    scores,
    places,
    findFloor: (count, wanted, most) => {
      if (count === 0) return -Infinity;
      const step = Math.floor(count / sampleSize);
      if (count > sampledFrom && step > 1) {
        countAll(count, step, most);
        const likely = findBin((wanted / step) * sampleTimes + sampleMore);
        const some = likely === 0 ? 0 : findReaching(count, toScore(likely, most));
        if (some >= wanted) {
          countPlaces(some, most);
          return toScore(findBin(wanted), most);
        }
      }
      countAll(count, 1, most);
      return toScore(findBin(wanted), most);
    },
    findReaching,
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
