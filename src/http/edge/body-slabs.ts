/** Large enough that a generation of a busy box has a few hundred of them. */
const largestSlab = 1 << 20;
const smallestSlab = 16 << 10;

/** Room for the bodies of kept answers. */
export type BodySlabs = {
  /** Copies the bytes, and returns the copy. */
  readonly add: (bytes: Buffer) => Buffer;
};

/**
 * Copies bodies one behind the other into few large pieces of memory. A piece of its own for each body would be an object
 * that the collector has to visit, and memory that it has to release. The pieces are released together, with the
 * generation that they belong to; the first ones are small, because most boxes have few answers.
 */
export const createBodySlabs = (): BodySlabs => {
  let slab: Buffer = Buffer.alloc(0);
  let [end, size] = [0, smallestSlab];
  return {
    add: (bytes) => {
      if (bytes.length > largestSlab / 4) return Buffer.from(bytes);
      if (end + bytes.length > slab.length) {
        slab = Buffer.allocUnsafeSlow(Math.max(size, bytes.length));
        size = Math.min(size * 2, largestSlab);
        end = 0;
      }
      const copy = slab.subarray(end, end + bytes.length);
      copy.set(bytes);
      end += bytes.length;
      return copy;
    },
  };
};
