import { groupRows } from '../rows/group-rows.ts';
import { findSingles, groupName, type Rows } from '../rows/rows.ts';
import { createStringTable, type StringTable } from '../storage/strings.ts';
import type { RowOrder } from './row-order.ts';
import type { Family, Look, PictureIndex, Row } from '../rows/index-spaces.ts';

/** A changed product by its new row; `picture` numbers the pictures of the version and then the new ones. */
export type ChangedRow = {
  readonly row: Row;
  readonly groupId: string | null;
  readonly available: boolean;
  /** -1: none. */
  readonly picture: PictureIndex;
};

/** Rows, families and looks after live changes. Those of the version keep their numbers; new ones come after them. */
export const patchRows = (
  base: Rows,
  order: RowOrder,
  /** Of the rows in their new order. */
  identifiers: StringTable,
  changedRows: readonly ChangedRow[],
  removedRows: ReadonlySet<number>,
): { readonly rows: Rows /** Of families that are new. */; readonly newGroups: readonly string[] } => {
  const { newGroups, ...families } = patchFamilies(base, order, changedRows);
  const looks = patchLooks(base, order, changedRows, families.familyOf);
  const available = order.move(base.available, 0);
  for (const { row, available: isAvailable } of changedRows) available[row] = isAvailable ? 1 : 0;
  for (const row of removedRows) available[row] = 0;
  const isSame = families.familyOf === base.familyOf && looks.lookOf === base.lookOf;
  const singles = isSame ? base.singles : findSingles({ ...families, ...looks });
  return {
    rows: { ...base, size: order.size, identifiers, available, ...families, ...looks, singles },
    newGroups,
  };
};

const patchFamilies = (base: Rows, order: RowOrder, changedRows: readonly ChangedRow[]) => {
  const { familyStarts, familyRows } = base;
  const familyCount = familyStarts.length - 1;
  const byName = createGroupLookup(base);
  let next = familyCount;
  const newGroups: string[] = [];
  const familyOf = order.move(base.familyOf, -1);
  let isChanged = !order.isUnchanged;
  for (const { row, groupId } of changedRows) {
    const old = order.oldRow(row);
    const name = groupName(groupId);
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

const patchLooks = (
  base: Rows,
  order: RowOrder,
  changedRows: readonly ChangedRow[],
  familyOf: Uint32Array,
) => {
  const lookOf = order.move(base.lookOf, -1);
  const newLooks = createLookAllocator(base.pictureOf.length);
  let isChanged = !order.isUnchanged;
  for (const { row, picture } of changedRows) {
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
