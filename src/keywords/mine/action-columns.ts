/** One thing a shopper did, as numbers. `product` is -1 for a search. */
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
  /** Positions of the actions, by shopper, then by time, then as they came. */
  byShopper(): Uint32Array;
};

/**
 * Actions as typed columns: about 21 bytes each where objects would take a hundred. Over `most`, the oldest
 * tenth is dropped, so that memory is bounded and the newest behaviour stays.
 */
export const createActionColumns = (most: number): ActionColumns => {
  let columns = allocate(1024);
  let size = 0;
  const makeRoom = (): void => {
    if (size >= most) size = dropOldest(columns, size);
    else columns = copy(columns, allocate(Math.min(most, size * 2)), size);
  };
  return {
    get size() {
      return size;
    },
    add(action) {
      if (size >= columns.at.length || size >= most) makeRoom();
      write(columns, size++, action);
    },
    at: (index) => read(columns, index),
    byShopper: () =>
      sortedPositions(
        size,
        (a, b) =>
          num(columns.shopper, a) - num(columns.shopper, b) || num(columns.at, a) - num(columns.at, b),
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

const num = (column: ArrayLike<number>, index: number): number => column[index] ?? 0;

const write = (columns: Columns, index: number, action: Action): void => {
  columns.shopper[index] = action.shopper;
  columns.at[index] = action.at;
  columns.spelling[index] = action.spelling;
  columns.product[index] = action.product;
  columns.strength[index] = action.strength;
};

const read = (columns: Columns, index: number): Action => ({
  shopper: num(columns.shopper, index),
  at: num(columns.at, index),
  spelling: num(columns.spelling, index),
  product: num(columns.product, index),
  strength: num(columns.strength, index),
});

const copy = (from: Columns, to: Columns, size: number): Columns => {
  for (let index = 0; index < size; index++) write(to, index, read(from, index));
  return to;
};

/** Equal positions keep their order: the same log gives the same answer. */
const sortedPositions = (size: number, compare: (a: number, b: number) => number): Uint32Array =>
  Uint32Array.from({ length: size }, (_, index) => index).sort((a, b) => compare(a, b) || a - b);

const dropOldest = (columns: Columns, size: number): number => {
  const oldest = sortedPositions(size, (a, b) => num(columns.at, a) - num(columns.at, b));
  const dropped = new Set(oldest.subarray(0, Math.max(1, Math.floor(size / 10))));
  let kept = 0;
  for (let index = 0; index < size; index++)
    if (!dropped.has(index)) write(columns, kept++, read(columns, index));
  return kept;
};
