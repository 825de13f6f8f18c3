/** A search or an interaction of a shopper, as ids of dictionaries. `product` is -1 for a search. */
export type Action = {
  readonly shopper: number;
  readonly at: number;
  readonly spelling: number;
  readonly product: number;
  readonly strength: number;
};

export type ActionColumns = {
  readonly size: number;
  add(action: Action): void;
  at(index: number): Action;
  /** Positions of the actions, by shopper, then by time, then in the order of `add`. */
  byShopper(): Uint32Array;
};

/**
 * Actions in typed arrays, one per column: about 21 bytes per action, where objects would take a hundred. At
 * `capacity`, the oldest tenth is dropped, so that memory is bounded and the newest behaviour stays.
 */
export const createActionColumns = (capacity: number): ActionColumns => {
  let columns = allocate(1024);
  let size = 0;
  const ensureCapacity = (): void => {
    if (size >= capacity) size = dropOldest(columns, size);
    else columns = copy(columns, allocate(Math.min(capacity, size * 2)), size);
  };
  return {
    get size() {
      return size;
    },
    add(action) {
      if (size >= columns.at.length || size >= capacity) ensureCapacity();
      write(columns, size++, action);
    },
    at: (index) => read(columns, index),
    byShopper: () =>
      sortedPositions(
        size,
        (a, b) =>
          valueAt(columns.shopper, a) - valueAt(columns.shopper, b) ||
          valueAt(columns.at, a) - valueAt(columns.at, b),
      ),
  };
};

type Columns = ReturnType<typeof allocate>;

const allocate = (length: number) => ({
  shopper: new Uint32Array(length),
  at: new Float64Array(length),
  spelling: new Uint32Array(length),
  product: new Int32Array(length),
  strength: new Uint8Array(length),
});

const valueAt = (column: ArrayLike<number>, index: number): number => column[index] ?? 0;

const write = (columns: Columns, index: number, action: Action): void => {
  columns.shopper[index] = action.shopper;
  columns.at[index] = action.at;
  columns.spelling[index] = action.spelling;
  columns.product[index] = action.product;
  columns.strength[index] = action.strength;
};

const read = (columns: Columns, index: number): Action => ({
  shopper: valueAt(columns.shopper, index),
  at: valueAt(columns.at, index),
  spelling: valueAt(columns.spelling, index),
  product: valueAt(columns.product, index),
  strength: valueAt(columns.strength, index),
});

const copy = (from: Columns, to: Columns, size: number): Columns => {
  for (let index = 0; index < size; index++) write(to, index, read(from, index));
  return to;
};

/** Ties keep their order, so that the same log gives the same result. */
const sortedPositions = (size: number, compare: (a: number, b: number) => number): Uint32Array =>
  Uint32Array.from({ length: size }, (_, index) => index).sort((a, b) => compare(a, b) || a - b);

const dropOldest = (columns: Columns, size: number): number => {
  const oldest = sortedPositions(size, (a, b) => valueAt(columns.at, a) - valueAt(columns.at, b));
  const droppedPositions = new Set(oldest.subarray(0, Math.max(1, Math.floor(size / 10))));
  let keptCount = 0;
  for (let index = 0; index < size; index++)
    if (!droppedPositions.has(index)) write(columns, keptCount++, read(columns, index));
  return keptCount;
};
