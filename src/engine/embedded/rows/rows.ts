import type { StringTable } from '../storage/strings.ts';
import { firstNotBelow, packStrings, readStrings } from '../storage/strings.ts';
import type { Product } from '../../../domain/product.ts';
import type { SectionArray, Sections } from '../storage/sections.ts';

/*
 * What a number counts. Types only: plain numbers, as typed arrays give them, can be any of these, but one of them is never
 * taken for another.
 */
type Index<Space extends string> = number & { readonly indexOf?: Space };

/** A product or variant of a version, in the order of the identifiers. */
export type Row = Index<'row'>;
/** A product with its variants. */
export type Family = Index<'family'>;
/** One picture of one family. */
export type Look = Index<'look'>;
/** A vector: a picture that several families may have. */
export type PictureIndex = Index<'picture'>;
/** A neighbour list of a plan. */
export type ListIndex = Index<'list'>;

/** An array of such numbers; -1 for none where it is signed. */
export type Indexes<Kind extends number> = Uint32Array & { readonly [at: number]: Kind };
export type OptionalIndexes<Kind extends number> = Int32Array & { readonly [at: number]: Kind };

/**
 * Members of each of `count` groups, ascending; rows with -1 are in none. Those of group g are
 * `members[starts[g] … starts[g + 1]]`.
 */
export const groupRows = (groupOf: Uint32Array | Int32Array, count: number) => {
  const starts = new Uint32Array(count + 1);
  let total = 0;
  for (const group of groupOf) {
    if (group < 0) continue;
    starts[group + 1] = (starts[group + 1] ?? 0) + 1;
    total += 1;
  }
  for (let group = 0; group < count; group += 1)
    starts[group + 1] = (starts[group + 1] ?? 0) + (starts[group] ?? 0);
  const members = new Uint32Array(total);
  const ends = starts.slice();
  groupOf.forEach((group, row) => {
    if (group < 0) return;
    members[ends[group] ?? 0] = row;
    ends[group] = (ends[group] ?? 0) + 1;
  });
  return { starts, members };
};

/** Where a row stands in an ascending list; -1: nowhere. */
export const findRow = (rows: Uint32Array, row: Row): number => {
  const low = firstNotBelow(0, rows.length, (at) => (rows[at] ?? 0) < row);
  return rows[low] === row ? low : -1;
};

/**
 * The rows of a version with their families and looks. Rows are numbered in the order of their identifiers. A family
 * is a product with its variants. A look is one picture of one family: variants that share a picture share a look.
 */
export type Rows = {
  readonly size: number;
  readonly identifiers: StringTable;
  readonly available: Uint8Array;
  readonly familyOf: Indexes<Family>;
  /** Rows of family f: `familyRows[familyStarts[f] … familyStarts[f + 1]]`, ascending. */
  readonly familyStarts: Uint32Array;
  readonly familyRows: Indexes<Row>;
  /** -1: no usable picture. */
  readonly lookOf: OptionalIndexes<Look>;
  /** Rows of look l: `lookRows[lookStarts[l] … lookStarts[l + 1]]`, ascending; looks of a family are neighbours. */
  readonly lookStarts: Uint32Array;
  readonly lookRows: Indexes<Row>;
  readonly pictureOf: Indexes<PictureIndex>;
  /** Most questions need nothing else of families and looks. */
  readonly singles: Singles;
  /** Name of each family's group after a `g`, empty for none. */
  readonly groups: StringTable;
};

/** The first row of a look that passes, or -1. */
export const firstPassing = (
  { lookStarts, lookRows }: Pick<Rows, 'lookStarts' | 'lookRows'>,
  look: Look,
  passes: (row: Row) => boolean,
): Row => {
  const end = lookStarts[look + 1] ?? 0;
  for (let at = lookStarts[look] ?? 0; at < end; at += 1) {
    const row = lookRows[at] ?? 0;
    if (passes(row)) return row;
  }
  return -1;
};

/** The picture of a row; -1: none. */
export const findPicture = ({ lookOf, pictureOf }: Rows, row: Row): PictureIndex =>
  pictureOf[lookOf[row] ?? -1] ?? -1;

/** All rows of a family. */
export const listMembers = ({ familyRows, familyStarts }: Rows, family: Family): Indexes<Row> =>
  familyRows.subarray(familyStarts[family], familyStarts[family + 1]);

/** Small arrays: the ones above lie anywhere in memory, and a question would wait for each read of them. */
type Singles = {
  /** By row: 1 for a row that is alone in its family. */
  readonly isSingle: Uint8Array;
  /** By look: its row where it has only one, otherwise -1. */
  readonly rowOf: OptionalIndexes<Row>;
};

export const findSingles = ({
  familyOf,
  familyStarts,
  lookStarts,
  lookRows,
}: Pick<Rows, 'familyOf' | 'familyStarts' | 'lookStarts' | 'lookRows'>): Singles => {
  const isOne = (starts: Uint32Array, group: number): boolean =>
    (starts[group + 1] ?? 0) - (starts[group] ?? 0) === 1;
  return {
    isSingle: Uint8Array.from(familyOf, (family) => (isOne(familyStarts, family) ? 1 : 0)),
    rowOf: Int32Array.from({ length: lookStarts.length - 1 }, (_, look) =>
      isOne(lookStarts, look) ? (lookRows[lookStarts[look] ?? 0] ?? -1) : -1,
    ),
  };
};

/** `products` sorted by identifier; `pictures`: index of each row's picture, -1 for none. */
export const packRows = (products: Iterable<Product>, pictures: Int32Array): Record<string, SectionArray> => {
  const available = new Uint8Array(pictures.length);
  const familyOf = new Uint32Array(pictures.length);
  const identifiers: string[] = [];
  /** Families are numbered in the order of their first rows. */
  const numbers = new Map<string, number>();
  const names: string[] = [];
  for (const { identifier, groupId, available: isAvailable } of products) {
    const row = identifiers.push(identifier) - 1;
    available[row] = isAvailable ? 1 : 0;
    const existing = groupId === null ? undefined : numbers.get(groupId);
    const number = existing ?? names.push(groupName(groupId)) - 1;
    if (existing === undefined && groupId !== null) numbers.set(groupId, number);
    familyOf[row] = number;
  }
  const family = groupRows(familyOf, names.length);
  const { lookOf, pictureOf } = assignLooks(pictures, family);
  const look = groupRows(lookOf, pictureOf.length);
  return {
    ...packStrings('identifiers', identifiers),
    available,
    familyOf,
    familyStarts: family.starts,
    familyRows: family.members,
    lookOf,
    lookStarts: look.starts,
    lookRows: look.members,
    pictureOf: Uint32Array.from(pictureOf),
    ...packStrings('groups', names),
  };
};

/** Looks are numbered family by family, and within a family in the order of its rows. */
const assignLooks = (pictures: Int32Array, { starts, members }: ReturnType<typeof groupRows>) => {
  const lookOf = new Int32Array(pictures.length).fill(-1);
  const pictureOf: number[] = [];
  for (let family = 0; family + 1 < starts.length; family += 1) {
    const existing = new Map<number, number>();
    for (let at = starts[family] ?? 0; at < (starts[family + 1] ?? 0); at += 1) {
      const row = members[at] ?? 0;
      const picture = pictures[row] ?? -1;
      if (picture < 0) continue;
      const look = existing.get(picture) ?? pictureOf.push(picture) - 1;
      existing.set(picture, look);
      lookOf[row] = look;
    }
  }
  return { lookOf, pictureOf };
};

/** The entry of `groups` for a group. */
export const groupName = (groupId: string | null): string => (groupId === null ? '' : `g${groupId}`);

export const readRows = (sections: Sections): Rows => {
  const identifiers = readStrings(sections, 'identifiers');
  const familyOf = sections.get('familyOf', 'u32');
  const familyStarts = sections.get('familyStarts', 'u32');
  const lookStarts = sections.get('lookStarts', 'u32');
  const lookRows = sections.get('lookRows', 'u32');
  return {
    size: identifiers.size,
    identifiers,
    available: sections.get('available', 'u8'),
    familyOf,
    familyStarts,
    familyRows: sections.get('familyRows', 'u32'),
    lookOf: sections.get('lookOf', 'i32'),
    lookStarts,
    lookRows,
    pictureOf: sections.get('pictureOf', 'u32'),
    singles: findSingles({ familyOf, familyStarts, lookStarts, lookRows }),
    groups: readStrings(sections, 'groups'),
  };
};
