import type { Product } from '../../../domain/product.ts';
import type { SectionArray, Sections } from '../storage/sections.ts';
import { packStrings, packStringsBy, readStrings, type StringTable } from '../storage/strings.ts';
import { groupRows } from './group-rows.ts';

/**
 * Who is who. Rows are numbered in the order of their identifiers, so the order of rows is the order of
 * identifiers. A family is a product with its variants. A look is one picture of one family: variants that
 * share a picture share a look.
 */
export type Rows = {
  readonly size: number;
  readonly identifiers: StringTable;
  readonly available: Uint8Array;
  readonly familyOf: Uint32Array;
  /** Rows of family f: `familyRows[familyStarts[f] … familyStarts[f + 1]]`, ascending. */
  readonly familyStarts: Uint32Array;
  readonly familyRows: Uint32Array;
  /** -1: no usable picture. */
  readonly lookOf: Int32Array;
  /** Rows of look l: `lookRows[lookStarts[l] … lookStarts[l + 1]]`, ascending; looks of a family are neighbours. */
  readonly lookStarts: Uint32Array;
  readonly lookRows: Uint32Array;
  readonly pictureOf: Uint32Array;
  /** Looks below this number stand in the order of their families; those behind came with live changes. */
  readonly orderedLooks: number;
  /** Name of each family's group behind a `g`, empty for none; null in a version that does not know them. */
  readonly groups: StringTable | null;
};

/** `products` sorted by identifier; `pictures`: index of each row's picture, -1 for none. */
export const packRows = (
  products: readonly Product[],
  pictures: Int32Array,
): Record<string, SectionArray> => {
  const { familyOf, names } = numberFamilies(products);
  const family = groupRows(familyOf, names.length);
  const { lookOf, pictureOf } = numberLooks(pictures, family);
  const look = groupRows(lookOf, pictureOf.length);
  return {
    ...packStringsBy('identifiers', products.length, (row) => products[row]?.identifier ?? ''),
    available: Uint8Array.from(products, (product) => (product.available ? 1 : 0)),
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

/** Families in the order of their first rows. */
const numberFamilies = (products: readonly Product[]) => {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  const familyOf = new Uint32Array(products.length);
  products.forEach(({ groupId }, row) => {
    const known = groupId === null ? undefined : numbers.get(groupId);
    const number = known ?? names.push(groupName(groupId)) - 1;
    if (known === undefined && groupId !== null) numbers.set(groupId, number);
    familyOf[row] = number;
  });
  return { familyOf, names };
};

/** Looks family by family; those of a family in the order in which its rows show them. */
const numberLooks = (pictures: Int32Array, { starts, members }: ReturnType<typeof groupRows>) => {
  const lookOf = new Int32Array(pictures.length).fill(-1);
  const pictureOf: number[] = [];
  for (let family = 0; family + 1 < starts.length; family += 1) {
    const known = new Map<number, number>();
    for (let at = starts[family] ?? 0; at < (starts[family + 1] ?? 0); at += 1) {
      const row = members[at] ?? 0;
      const picture = pictures[row] ?? -1;
      if (picture < 0) continue;
      const look = known.get(picture) ?? pictureOf.push(picture) - 1;
      known.set(picture, look);
      lookOf[row] = look;
    }
  }
  return { lookOf, pictureOf };
};

/** As `groups` holds it. */
export const groupName = (groupId: string | null): string => (groupId === null ? '' : `g${groupId}`);

export const readRows = (sections: Sections): Rows => {
  const identifiers = readStrings(sections, 'identifiers');
  const pictureOf = sections.get('pictureOf', 'u32');
  return {
    size: identifiers.size,
    identifiers,
    available: sections.get('available', 'u8'),
    familyOf: sections.get('familyOf', 'u32'),
    familyStarts: sections.get('familyStarts', 'u32'),
    familyRows: sections.get('familyRows', 'u32'),
    lookOf: sections.get('lookOf', 'i32'),
    lookStarts: sections.get('lookStarts', 'u32'),
    lookRows: sections.get('lookRows', 'u32'),
    pictureOf,
    orderedLooks: pictureOf.length,
    groups: sections.has('groups.offsets') ? readStrings(sections, 'groups') : null,
  };
};
