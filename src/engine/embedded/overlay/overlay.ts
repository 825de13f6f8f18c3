import type { Product } from '../../../domain/product.ts';
import { encodeRecord } from '../../../domain/product-record.ts';
import type { Picture } from '../../engine.ts';
import { type Catalogue, readRecord } from '../catalogue/catalogue.ts';
import type { StringTable } from '../storage/strings.ts';
import { isIndexed } from '../../semantics/text/indexed-fields.ts';
import type { LoggedChange, ProductState } from '../../semantics/changes.ts';
import { changedIdentifier, foldChanges, sortChanges } from '../../semantics/changes.ts';
import { readProductState } from '../catalogue/read-rows.ts';
import { rememberPassingLooks } from '../scan/passing-looks.ts';
import { createTurns } from '../../../files/in-turn.ts';
import { createWorkSlices, type WorkSlices } from '../../work-slices.ts';
import { addPictures } from './overlay-pictures.ts';
import { openColumnPatcher } from './patch-columns.ts';
import { patchLists } from './patch-lists.ts';
import { createRowOrder, extendGroups, patchRows, type RowOrder } from './patch-rows.ts';
import { patchText, selectTextChanges, type StateChange } from './patch-text.ts';

/*
 * Live changes on top of a published version. Each batch gives a new catalogue, which shares with the one before
 * everything that the batch did not touch:
 *
 *   published ──batch 1──▶ catalogue 1 ──batch 2──▶ catalogue 2 ──▶ …
 *
 * A batch is folded into the products that it names and patches the rows of these, whatever was changed before. A change
 * of price or stock copies a column or two; an added product moves the rows after it, so everything that refers to rows
 * is written again. A change that arrives late, with an earlier `at` than one of the same product before, folds the
 * changes of that product again, from the published state.
 *
 * Catalogues are immutable; the overlay itself keeps the history of each changed product.
 */
export type Overlay = ReturnType<typeof createOverlay>;

type State = ProductState<number | Picture>;

/** All changes of a product in their order, and the state after them. */
type History = { readonly changes: readonly LoggedChange[]; readonly state: State | null };

/** A changed product as it is stored; `record`: UTF-8 JSON. */
type PatchedProduct = { readonly product: Product; readonly record: Buffer };

/** `merged`: changes that the published version has, by product, in their order. */
export const createOverlay = (
  published: Catalogue,
  merged: ReadonlyMap<string, readonly LoggedChange[]> = new Map(),
) => {
  const histories = new Map<string, History>();
  let pictureNumbers: ReadonlyMap<string, number> = new Map();
  const patchColumns = openColumnPatcher(published);
  const indexedFields = published.fields.filter(isIndexed);
  /** Names of the groups of families that changes added; it only grows. */
  const newGroups: string[] = [];
  let addedIdentifiers: readonly string[] = [];
  let publishedOrder = createRowOrder(published.rows.identifiers, []);
  let patched: ReadonlyMap<number, PatchedProduct> = new Map();
  let catalogue = published;

  const readPublished = (identifier: string): State | null => {
    const row = published.rows.identifiers.find(identifier);
    return row < 0 ? null : readProductState(published, row);
  };

  /**
   * Begins with the changes that are in the published state already: folding them again changes nothing, and one that
   * arrives late finds its place among them.
   */
  const openHistory = (identifier: string): History => ({
    changes: merged.get(identifier) ?? [],
    state: readPublished(identifier),
  });

  const fold = async (changes: readonly LoggedChange[], slices: WorkSlices) => {
    const nextHistories = new Map<string, History>();
    const stateChanges = new Map<string, StateChange>();
    const byProduct = Map.groupBy(changes, ({ change }) => changedIdentifier(change));
    for (const [identifier, unsorted] of byProduct) {
      if (slices.isOver()) await slices.next();
      const history = histories.get(identifier) ?? openHistory(identifier);
      const added = sortChanges(unsorted);
      const isLate = (added[0]?.change.at ?? 0) < (history.changes.at(-1)?.change.at ?? -Infinity);
      const all = [...history.changes, ...added];
      const toFold = isLate ? sortChanges(all) : added;
      const state = foldChanges(
        isLate ? readPublished(identifier) : history.state,
        toFold.map(({ change }) => change),
      );
      nextHistories.set(identifier, { changes: isLate ? toFold : all, state });
      if (history.state !== null || state !== null)
        stateChanges.set(identifier, { before: history.state, after: state });
    }
    return { nextHistories, stateChanges };
  };

  const applyNow = async (changes: readonly LoggedChange[]): Promise<Catalogue> => {
    if (changes.length === 0) return catalogue;
    const slices = createWorkSlices();
    const { nextHistories, stateChanges } = await fold(changes, slices);
    await slices.next();
    const isNew = (identifier: string) => catalogue.rows.identifiers.find(identifier) < 0;
    const added = [...stateChanges.keys()].filter(isNew);
    const order = createRowOrder(catalogue.rows.identifiers, added);
    const allAdded = added.length === 0 ? addedIdentifiers : [...addedIdentifiers, ...added];
    // Always from the published order: tables on tables would be slower with every batch.
    const nextOrder =
      added.length === 0 ? publishedOrder : createRowOrder(published.rows.identifiers, allAdded);
    const { states, removed } = placeStates(stateChanges, nextOrder.identifiers);
    const pictures = addPictures(
      catalogue.vectors,
      pictureNumbers,
      states.values().map(({ picture }) => picture),
    );
    const nextPatched = new Map(patched.entries().map(([old, product]) => [order.newRow(old), product]));
    for (const [row, { product }] of states)
      nextPatched.set(row, { product, record: Buffer.from(encodeRecord(product)) });
    const records = patchRecords(published.records, nextPatched, nextOrder);
    await slices.next();
    const patchedRows = patchRows(
      catalogue.rows,
      order,
      nextOrder.identifiers,
      states,
      pictures.numberOf,
      removed,
    );
    const rows = {
      ...patchedRows.rows,
      groups:
        patchedRows.newGroups.length === 0
          ? catalogue.rows.groups
          : extendGroups(published.rows.groups, [...newGroups, ...patchedRows.newGroups]),
    };
    await slices.next();
    const columns = patchColumns(catalogue.columns, states, order, {
      order: nextOrder,
      products: nextPatched,
      recordAt: (row) => readRecord(records, row),
    });
    const removedRows = patchRemoved(catalogue.removedRows, order, states, removed);
    await slices.next();
    const text = await patchText(
      catalogue.text,
      published.text,
      published.fields,
      selectTextChanges(indexedFields, stateChanges, nextOrder.identifiers, readPublished),
      order,
      nextOrder.size - countAdded(removedRows, nextOrder),
    );
    await slices.next();
    const next: Catalogue = {
      ...catalogue,
      rows,
      records,
      columns,
      text,
      vectors: pictures.vectors,
      plans: patchLists(catalogue, { rows, columns }, order, [...states.keys(), ...removed]),
      passingLooks: rememberPassingLooks(rows),
      removedRows,
    };
    for (const [identifier, history] of nextHistories) histories.set(identifier, history);
    newGroups.push(...patchedRows.newGroups);
    pictureNumbers = pictures.numbers;
    addedIdentifiers = allAdded;
    publishedOrder = nextOrder;
    patched = nextPatched;
    catalogue = next;
    return next;
  };

  const inTurn = createTurns();
  return {
    get catalogue() {
      return catalogue;
    },
    /**
     * Applies changes that were logged after all before, and returns the new catalogue. Other requests are answered in
     * between; a call waits for the one before it.
     */
    apply: (changes: readonly LoggedChange[]): Promise<Catalogue> => inTurn(() => applyNow(changes)),
  };
};

const placeStates = (stateChanges: ReadonlyMap<string, StateChange>, identifiers: StringTable) => {
  const states = new Map<number, State>();
  const removed = new Set<number>();
  for (const [identifier, { after }] of stateChanges) {
    const row = identifiers.find(identifier);
    if (after === null) removed.add(row);
    else states.set(row, after);
  }
  return { states, removed };
};

const patchRemoved = (
  before: ReadonlySet<number>,
  order: RowOrder,
  states: ReadonlyMap<number, State>,
  removed: ReadonlySet<number>,
): ReadonlySet<number> => {
  if (before.size === 0 && removed.size === 0) return before;
  const rows = new Set(removed);
  for (const old of before) {
    const row = order.newRow(old);
    if (!states.has(row)) rows.add(row);
  }
  return rows;
};

const patchRecords = (
  base: StringTable,
  patched: ReadonlyMap<number, PatchedProduct>,
  order: RowOrder,
): StringTable => ({
  ...base,
  packed: null,
  size: order.size,
  at: (row) => patched.get(row)?.record.toString('utf8') ?? base.at(order.oldRow(row)),
  bytesAt: (row) => patched.get(row)?.record ?? base.bytesAt(order.oldRow(row)),
});

const countAdded = (rows: ReadonlySet<number>, order: RowOrder): number =>
  rows.values().reduce((count, row) => (order.oldRow(row) < 0 ? count + 1 : count), 0);
