import type { ProductState } from '../../semantics/changes.ts';
import { createStringTable, type StringTable } from '../storage/strings.ts';
import type { Family, Look, PictureIndex, Row, Rows } from '../rows/rows.ts';
import { findSingles, groupName, groupRows } from '../rows/rows.ts';

type RowValues = Uint8Array | Uint32Array | Int32Array | Float64Array;

/**
 * Rows are numbered in the order of their identifiers. Products that live changes added are inserted in this order, so
 * the rows after them move.
 */
export type RowOrder = {
  readonly size: number;
  /** True when no product was added: every row keeps its number. */
  readonly isUnchanged: boolean;
  /** Row in the version, -1 for an added product. */
  oldRow(row: Row): Row;
  newRow(old: Row): Row;
  /** A copy of what rows have, at their new numbers; added ones have `missing`. */
  move<T extends RowValues>(values: T, missing: number): T;
  readonly identifiers: StringTable;
};

export const createRowOrder = (base: StringTable, added: readonly string[]): RowOrder => {
  if (added.length === 0) {
    const same = (row: number) => row;
    const move = <T extends RowValues>(values: T): T => values.slice() as T;
    return { size: base.size, isUnchanged: true, oldRow: same, newRow: same, move, identifiers: base };
  }
  const sorted = [...added].sort();
  const size = base.size + sorted.length;
  const oldRows = new Int32Array(size);
  const newRows = new Uint32Array(base.size);
  /** How many rows of the version come before each added one. */
  const positions = sorted.map((identifier) => base.lowerBound(identifier));
  let next = 0;
  for (let old = 0; old <= base.size; old += 1) {
    while (next < sorted.length && positions[next] === old) {
      oldRows[old + next] = -1;
      next += 1;
    }
    if (old === base.size) break;
    oldRows[old + next] = old;
    newRows[old] = old + next;
  }
  const addedAt = new Map(sorted.map((identifier, at) => [(positions[at] ?? 0) + at, identifier]));
  const identifierAt = (row: number) => addedAt.get(row) ?? base.at(oldRows[row] ?? 0);
  return {
    size,
    isUnchanged: false,
    oldRow: (row) => oldRows[row] ?? -1,
    newRow: (old) => newRows[old] ?? 0,
    move: (values, missing) => {
      const moved = new (values.constructor as new (size: number) => typeof values)(size);
      for (let row = 0; row < size; row += 1)
        moved[row] = (oldRows[row] ?? -1) < 0 ? missing : (values[oldRows[row] ?? 0] ?? missing);
      return moved;
    },
    identifiers: createStringTable(size, identifierAt),
  };
};

/** Changed products by their new rows. */
type Changed<P> = ReadonlyMap<Row, ProductState<P>>;

/** Rows, families and looks after live changes. Those of the version keep their numbers; new ones come after them. */
export const patchRows = <P>(
  base: Rows,
  order: RowOrder,
  /** Of the rows in their new order. */
  identifiers: StringTable,
  changed: Changed<P>,
  /** Pictures of the version, and then the new ones; -1: none. */
  numberOf: (picture: P | null) => PictureIndex,
  removedRows: ReadonlySet<number>,
): { readonly rows: Rows /** Of families that are new. */; readonly newGroups: readonly string[] } => {
  const { newGroups, ...families } = patchFamilies(base, order, changed);
  const looks = patchLooks(base, order, changed, numberOf, families.familyOf);
  const available = order.move(base.available, 0);
  for (const [row, { product }] of changed) available[row] = product.available ? 1 : 0;
  for (const row of removedRows) available[row] = 0;
  const isSame = families.familyOf === base.familyOf && looks.lookOf === base.lookOf;
  const singles = isSame ? base.singles : findSingles({ ...families, ...looks });
  return {
    rows: { ...base, size: order.size, identifiers, available, ...families, ...looks, singles },
    newGroups,
  };
};

const patchFamilies = (base: Rows, order: RowOrder, changed: Changed<unknown>) => {
  const { familyStarts, familyRows } = base;
  const familyCount = familyStarts.length - 1;
  const byName = createGroupLookup(base);
  let next = familyCount;
  const newGroups: string[] = [];
  const familyOf = order.move(base.familyOf, -1);
  let isChanged = !order.isUnchanged;
  for (const [row, { product }] of changed) {
    const old = order.oldRow(row);
    const name = groupName(product.groupId);
    const before = old < 0 ? -1 : (base.familyOf[old] ?? -1);
    if (before >= 0 && base.groups.at(before) === name) continue;
    isChanged = true;
    const knownFamily = name === '' ? undefined : byName().get(name);
    const family = knownFamily ?? next++;
    if (knownFamily === undefined) newGroups.push(name);
    if (name !== '') byName().set(name, family);
    familyOf[row] = family;
  }
  if (!isChanged) return { familyOf: base.familyOf, familyStarts, familyRows, newGroups };
  const { starts, members } = groupRows(familyOf, next);
  return { familyOf, familyStarts: starts, familyRows: members, newGroups };
};

/** Names of the families of the version and of those that changes added. */
export const extendGroups = (published: StringTable, newGroups: readonly string[]): StringTable =>
  newGroups.length === 0
    ? published
    : {
        ...createStringTable(published.size + newGroups.length, (family) =>
          family < published.size ? published.at(family) : (newGroups[family - published.size] ?? ''),
        ),
        indexOf: (name) => {
          const [known, added] = [published.indexOf(name), newGroups.indexOf(name)];
          return known >= 0 || added < 0 ? known : published.size + added;
        },
      };

const createGroupLookup = ({ groups }: Rows): (() => Map<string, number>) => {
  let names: Map<string, number> | null = null;
  return () => {
    if (names) return names;
    names = new Map();
    for (let family = 0; family < groups.size; family += 1) {
      const name = groups.at(family);
      if (name !== '') names.set(name, family);
    }
    return names;
  };
};

const patchLooks = <P>(
  base: Rows,
  order: RowOrder,
  changed: Changed<P>,
  numberOf: (picture: P | null) => PictureIndex,
  familyOf: Uint32Array,
) => {
  const lookOf = order.move(base.lookOf, -1);
  const newLooks = createLookAllocator(base.pictureOf.length);
  let isChanged = !order.isUnchanged;
  for (const [row, state] of changed) {
    const picture = numberOf(state.picture);
    const old = order.oldRow(row);
    const look = old < 0 ? -1 : (base.lookOf[old] ?? -1);
    const isKept = old >= 0 && base.familyOf[old] === familyOf[row];
    const before = look < 0 ? -1 : (base.pictureOf[look] ?? -1);
    if (isKept && before === picture) continue;
    isChanged = true;
    lookOf[row] = picture < 0 ? -1 : newLooks.lookFor(familyOf[row] ?? 0, picture);
  }
  if (!isChanged) {
    const { lookStarts, lookRows } = base;
    return { lookOf: base.lookOf, lookStarts, lookRows, pictureOf: base.pictureOf };
  }
  const pictureOf = new Uint32Array(base.pictureOf.length + newLooks.pictures.length);
  pictureOf.set(base.pictureOf);
  pictureOf.set(newLooks.pictures, base.pictureOf.length);
  const { starts, members } = groupRows(lookOf, pictureOf.length);
  return { lookOf, lookStarts: starts, lookRows: members, pictureOf };
};

/** A new look for each family and picture. That the version may have the same look already changes no answer. */
const createLookAllocator = (first: number) => {
  const lookByKey = new Map<string, number>();
  const pictures: number[] = [];
  return {
    pictures,
    lookFor: (family: Family, picture: PictureIndex): Look => {
      const key = `${family} ${picture}`;
      const look = lookByKey.get(key) ?? first + pictures.push(picture) - 1;
      lookByKey.set(key, look);
      return look;
    },
  };
};
