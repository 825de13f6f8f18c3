import type { Product } from '../../../domain/product.ts';
import type { SectionArray, Sections } from '../storage/sections.ts';
import { packStrings, readStrings, type StringTable } from '../storage/strings.ts';

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
  pictures: readonly number[],
): Record<string, SectionArray> => {
  const families = groupBy(products, (product, row) =>
    product.groupId === null ? row : `g${product.groupId}`,
  );
  const familyOf = new Uint32Array(products.length);
  const lookOf = new Int32Array(products.length).fill(-1);
  const looks: { rows: number[]; picture: number }[] = [];
  families.forEach((rows, family) => {
    const withPicture = rows.filter((row) => (pictures[row] ?? -1) >= 0);
    for (const lookRows of groupBy(withPicture, (row) => pictures[row] ?? -1)) {
      const ofLook = lookRows.map((at) => withPicture[at] ?? 0);
      for (const row of ofLook) lookOf[row] = looks.length;
      looks.push({ rows: ofLook, picture: pictures[ofLook[0] ?? 0] ?? 0 });
    }
    for (const row of rows) familyOf[row] = family;
  });
  return {
    ...packStrings(
      'identifiers',
      products.map((product) => product.identifier),
    ),
    available: Uint8Array.from(products, (product) => (product.available ? 1 : 0)),
    familyOf,
    ...packLists('family', families),
    lookOf,
    ...packLists(
      'look',
      looks.map((look) => look.rows),
    ),
    pictureOf: Uint32Array.from(looks, (look) => look.picture),
    ...packStrings(
      'groups',
      families.map(([row = 0]) => groupName(products[row]?.groupId ?? null)),
    ),
  };
};

/** As `groups` holds it. */
export const groupName = (groupId: string | null): string => (groupId === null ? '' : `g${groupId}`);

/** Indexes that share a key, in the order in which the keys first appear. */
const groupBy = <T>(items: readonly T[], keyOf: (item: T, index: number) => string | number): number[][] => {
  const groups = new Map<string | number, number[]>();
  items.forEach((item, index) => {
    const key = keyOf(item, index);
    const group = groups.get(key);
    if (group) group.push(index);
    else groups.set(key, [index]);
  });
  return [...groups.values()];
};

const packLists = (name: string, lists: readonly (readonly number[])[]): Record<string, SectionArray> => {
  const starts = new Uint32Array(lists.length + 1);
  lists.forEach((list, index) => {
    starts[index + 1] = (starts[index] ?? 0) + list.length;
  });
  return { [`${name}Starts`]: starts, [`${name}Rows`]: Uint32Array.from(lists.flat()) };
};

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
