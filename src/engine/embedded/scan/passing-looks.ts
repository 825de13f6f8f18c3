import type { Predicate } from '../columns/predicate.ts';
import type { WorkSlices } from '../../work-slices.ts';
import { firstPassing } from '../rows/group-rows.ts';
import type { Rows } from '../rows/rows.ts';
import type { Family, Indexes, Look, PictureIndex, Row } from '../rows/index-spaces.ts';

/** Pictures of looks with a member that passes, the first such member of each, and its family; in the order of the looks. */
export type PassingLooks = {
  readonly pictures: Indexes<PictureIndex>;
  readonly members: Indexes<Row>;
  /** Beside the members, because families of rows that lie anywhere take long to read. */
  readonly families: Indexes<Family>;
  readonly count: number;
};

/** What is remembered for all questions that the same looks pass. */
export type RememberedLooks = PassingLooks & {
  /** A bit for each look. */
  readonly bits: Uint32Array;
};

/** Looks between two looks at the clock. */
const looksPerSlice = 512;

/** `onlyLooks`: of these alone. */
export const findPassingLooks = async (
  rows: Rows,
  onlyLooks: Indexes<Look> | null,
  passes: Predicate,
  slices: WorkSlices,
): Promise<RememberedLooks> => {
  const total = onlyLooks?.length ?? rows.pictureOf.length;
  const pictures = new Uint32Array(total);
  const members = new Uint32Array(total);
  const families = new Uint32Array(total);
  const bits = new Uint32Array(Math.ceil(rows.pictureOf.length / 32));
  let count = 0;
  for (let at = 0; at < total; at += 1) {
    if (at % looksPerSlice === 0 && slices.isOver()) await slices.next();
    const look = onlyLooks?.[at] ?? at;
    const row = firstPassing(
      rows.lookRows,
      rows.lookStarts[look] ?? 0,
      rows.lookStarts[look + 1] ?? 0,
      passes,
    );
    if (row < 0) continue;
    pictures[count] = rows.pictureOf[look] ?? 0;
    members[count] = row;
    families[count] = rows.familyOf[row] ?? 0;
    bits[look >>> 5] = (bits[look >>> 5] ?? 0) | (1 << (look & 31));
    count += 1;
  }
  const [own, family] = [members.slice(0, count), families.slice(0, count)];
  return { pictures: pictures.slice(0, count), members: own, families: family, count, bits };
};

/** Looks that are remembered for one catalogue, twelve bytes each: at least the last list is. */
const mostRemembered = 1_500_000;

/** The bits of so many looks take as much memory as one look of a list. */
const bitsPerLook = 96;

const sizeOf = ({ count, bits }: RememberedLooks): number => count + (bits.length * 32) / bitsPerLook;

/** How many of some looks are among the remembered ones. Without a branch, which would be guessed wrong for each of them. */
export const countPassing = ({ bits }: Pick<RememberedLooks, 'bits'>, looks: Indexes<Look>): number => {
  let count = 0;
  for (const look of looks) count += ((bits[look >>> 5] ?? 0) >>> (look & 31)) & 1;
  return count;
};

/**
 * The looks that pass what a question demands, apart from its source. Shoppers ask with the same few filters about many
 * products: the lists of the last ones are remembered.
 */
export type PassingLooksMemory = {
  /** `key`: equal for predicates that the same rows pass. */
  find(key: string, findPasses: () => Predicate, slices: WorkSlices): Promise<RememberedLooks>;
  /** Null: they are not remembered. */
  known(key: string): RememberedLooks | null;
};

export const createPassingLooksMemory = (rows: Rows, limit: number = mostRemembered): PassingLooksMemory => {
  const known = new Map<string, RememberedLooks>();
  let remembered = 0;
  const forget = (key: string): void => {
    const looks = known.get(key);
    if (looks) remembered -= sizeOf(looks);
    known.delete(key);
  };
  /** The longest unused is the first of the map. */
  const remember = (key: string, looks: RememberedLooks): void => {
    forget(key);
    known.set(key, looks);
    remembered += sizeOf(looks);
    for (const [first] of known) if (remembered > limit && first !== key) forget(first);
  };
  return {
    known: (key) => known.get(key) ?? null,
    find: async (key, findPasses, slices) => {
      const looks = known.get(key) ?? (await findPassingLooks(rows, null, findPasses(), slices));
      remember(key, looks);
      return looks;
    },
  };
};
