/*
 * Rows of a list that questions compare again and again, such as those that pass a filter, lie anywhere in memory. Here
 * copies of them lie side by side. A copy is filled while its list is compared for the second time.
 */

export type RowCopy = {
  /** Rows of the list that are copied, from the first on. */
  filled: number;
};

export type SideBySide<Copy extends RowCopy> = {
  /** The copy of a list that has its rows `from` to `to`, or now gets them; null: there is none. */
  readonly find: (list: Uint32Array, from: number, to: number) => Copy | null;
  /** The copy of a list that has all of its rows. */
  readonly findWhole: (list: Uint32Array) => Copy | null;
};

/** Shorter lists are quickly compared, and longer ones read much memory wherever it lies. */
export type CopyLimits = {
  readonly fewestRows: number;
  readonly mostRows: number;
  readonly copies: number;
  /** A list takes the place of another one after so many questions: lists that take turns are not copied for each of them. */
  readonly questionsBefore?: number;
  /** More are copied by the next question: nobody else is served meanwhile. */
  readonly rowsAtOnce?: number;
};

export const createSideBySide = <Copy extends RowCopy>(
  { fewestRows, mostRows, copies, questionsBefore = 1, rowsAtOnce = Infinity }: CopyLimits,
  create: (list: Uint32Array) => Copy,
  fill: (copy: Copy, list: Uint32Array, from: number, to: number) => void,
): SideBySide<Copy> => {
  /** Questions about lists that are not copied. */
  const asked = new WeakMap<Uint32Array, number>();
  /** The longest unused is the first. */
  const known = new Map<Uint32Array, Copy>();
  let latest: Uint32Array | null = null;
  const use = (list: Uint32Array, copy: Copy): void => {
    if (list === latest) return;
    known.delete(list);
    known.set(list, copy);
    latest = list;
  };
  const findOrCreate = (list: Uint32Array, from: number): Copy | null => {
    const copy = known.get(list);
    if (from > 0) return copy ?? null;
    const questions = asked.get(list) ?? 0;
    if (!copy && questions < (known.size < copies ? 1 : questionsBefore)) {
      asked.set(list, questions + 1);
      return null;
    }
    asked.delete(list);
    const used = copy ?? create(list);
    use(list, used);
    for (const [oldest] of known) if (known.size > copies) known.delete(oldest);
    return used;
  };
  return {
    findWhole: (list) => {
      const copy = known.get(list);
      if (copy?.filled !== list.length) return null;
      use(list, copy);
      return copy;
    },
    find: (list, from, to) => {
      if (list.length < fewestRows || list.length > mostRows) return null;
      const copy = findOrCreate(list, from);
      if (copy === null || from > copy.filled) return null;
      if (to > copy.filled) {
        const end = Math.min(to, copy.filled + rowsAtOnce);
        fill(copy, list, copy.filled, end);
        copy.filled = end;
      }
      return to > copy.filled ? null : copy;
    },
  };
};

/** Copies words of 32 bits. A loop, because `set` is slow where memory is shared. */
export const copyWords = (
  from: Uint32Array,
  at: number,
  into: Uint32Array,
  to: number,
  length: number,
): void => {
  for (let word = 0; word < length; word += 1) into[to + word] = from[at + word] ?? 0;
};

export const wordsOf = (bytes: number): number => bytes / 4;
