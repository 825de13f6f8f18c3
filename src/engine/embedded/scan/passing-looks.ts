import type { Predicate } from '../columns/predicate.ts';
import type { WorkSlices } from '../../work-slices.ts';
import type { Indexes, Look, PictureIndex, Row, Rows } from '../rows/rows.ts';
import { firstPassing } from '../rows/rows.ts';

/** Pictures of looks with a member that passes, and the first such member of each; in the order of the looks. */
export type PassingLooks = {
  readonly pictures: Indexes<PictureIndex>;
  readonly members: Indexes<Row>;
};

/** Looks between two looks at the clock. */
const looksPerSlice = 512;

/** `onlyLooks`: of these alone. */
export const findPassingLooks = async (
  rows: Rows,
  onlyLooks: Indexes<Look> | null,
  passes: Predicate,
  slices: WorkSlices,
): Promise<PassingLooks> => {
  const total = onlyLooks?.length ?? rows.pictureOf.length;
  const pictures = new Uint32Array(total);
  const members = new Uint32Array(total);
  let count = 0;
  for (let at = 0; at < total; at += 1) {
    if (at % looksPerSlice === 0 && slices.isOver()) await slices.next();
    const look = onlyLooks?.[at] ?? at;
    const row = firstPassing(rows, look, passes);
    if (row < 0) continue;
    pictures[count] = rows.pictureOf[look] ?? 0;
    members[count] = row;
    count += 1;
  }
  return { pictures: pictures.slice(0, count), members: members.slice(0, count) };
};

/** Looks that are remembered for one catalogue, eight bytes each: at least the last list is. */
const mostRemembered = 1_500_000;

/**
 * The looks that pass what a question demands, apart from its source. Shoppers ask with the same few filters about many
 * products: the lists of the last ones are remembered. `key`: equal for predicates that the same rows pass.
 */
export type FindRemembered = (
  key: string,
  findPasses: () => Predicate,
  slices: WorkSlices,
) => Promise<PassingLooks>;

export const rememberPassingLooks = (rows: Rows, limit: number = mostRemembered): FindRemembered => {
  const known = new Map<string, PassingLooks>();
  let remembered = 0;
  const forget = (key: string): void => {
    remembered -= known.get(key)?.members.length ?? 0;
    known.delete(key);
  };
  return async (key, findPasses, slices) => {
    const looks = known.get(key) ?? (await findPassingLooks(rows, null, findPasses(), slices));
    // The longest unused is the first of the map.
    forget(key);
    known.set(key, looks);
    remembered += looks.members.length;
    for (const [first] of known) if (remembered > limit && first !== key) forget(first);
    return looks;
  };
};
