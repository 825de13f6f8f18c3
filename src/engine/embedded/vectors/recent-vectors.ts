/** Copies the vectors of `length` pictures from `picture` on to as many slots from `slot` on. */
type ReadRun = (picture: number, slot: number, length: number) => void;

export type RecentVectors = {
  /**
   * Finds the slots of up to `batch` pictures from `at` on in a list, and reads those that are in none; the slots are in
   * `places`, and hold until the next call. After a failed read nothing is believed to be in its slots.
   */
  find(pictures: ArrayLike<number>, at: number, some: number): void;
  readonly places: Uint32Array;
};

/**
 * Which vectors of a file are in memory: those that were compared last. Shoppers ask about the same products with the same
 * few filters, and copying a vector out of the file takes several times as long as comparing it. The oldest is given up
 * first; there are at least twice as many slots as pictures of one call.
 */
export const createRecentVectors = (
  count: number,
  slots: number,
  batch: number,
  read: ReadRun,
): RecentVectors => {
  /** By picture, and the other way round; -1: none. */
  const slotOf = new Int32Array(count).fill(-1);
  const pictureIn = new Int32Array(slots).fill(-1);
  /** The call that used a slot last: what it needs is not given up. */
  const usedBy = new Uint32Array(slots);
  const places = new Uint32Array(batch);
  const isMissing = new Uint8Array(batch);
  let [call, next] = [0, 0];
  const giveUpOldest = (): number => {
    while (usedBy[next] === call) next = (next + 1) % slots;
    const slot = next;
    next = (next + 1) % slots;
    const picture = pictureIn[slot] ?? -1;
    if (picture >= 0 && slotOf[picture] === slot) slotOf[picture] = -1;
    pictureIn[slot] = -1;
    return slot;
  };
  const use = (index: number, slot: number): void => {
    places[index] = slot;
    usedBy[slot] = call;
  };
  /** Pictures and slots that follow each other are read together. */
  const readMissing = (pictures: ArrayLike<number>, at: number, some: number): void => {
    for (let from = 0; from < some; from += 1) {
      if (isMissing[from] === 0) continue;
      const [picture, slot] = [pictures[at + from] ?? 0, places[from] ?? 0];
      let length = 1;
      while (
        from + length < some &&
        isMissing[from + length] === 1 &&
        pictures[at + from + length] === picture + length &&
        places[from + length] === slot + length
      )
        length += 1;
      read(picture, slot, length);
      for (let step = 0; step < length; step += 1) {
        slotOf[picture + step] = slot + step;
        pictureIn[slot + step] = picture + step;
      }
      from += length - 1;
    }
  };
  return {
    places,
    find: (pictures, at, some) => {
      call = (call + 1) % 2 ** 32;
      for (let index = 0; index < some; index += 1) {
        const slot = slotOf[pictures[at + index] ?? 0] ?? -1;
        isMissing[index] = slot < 0 ? 1 : 0;
        if (slot >= 0) use(index, slot);
      }
      // After all that are there: none of them is given up for another one.
      for (let index = 0; index < some; index += 1) if (isMissing[index] === 1) use(index, giveUpOldest());
      readMissing(pictures, at, some);
    },
  };
};
