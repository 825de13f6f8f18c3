type Numbers = Uint32Array | Float64Array;

/** Numbers that are added one by one, in a typed array: half the memory of a list, and none of it is searched for garbage. */
export const createNumberList = <T extends Numbers>(Kind: new (length: number) => T) => {
  let numbers = new Kind(16);
  let size = 0;
  return {
    get size() {
      return size;
    },
    push: (number: number): void => {
      if (size === numbers.length) {
        // A long one grows by little: it is in memory twice for a moment.
        const longer = new Kind(Math.ceil(size * (size < 1 << 22 ? 2 : 1.25)));
        longer.set(numbers);
        numbers = longer;
      }
      numbers[size] = number;
      size += 1;
    },
    /** Those from one place to before another: not a copy. */
    part: (from = 0, to = size): T => numbers.subarray(from, Math.min(to, size)) as T,
  };
};

export type NumberList<T extends Numbers> = ReturnType<typeof createNumberList<T>>;
