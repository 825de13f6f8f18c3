import type { Product } from '../../../domain/product.ts';
import type { Picture } from '../../engine.ts';
import { encodeRecord } from '../../../domain/product-record.ts';
import { type Catalogue, readRecord } from '../products/catalogue.ts';
import {
  colourOffset,
  vectorsInMemory,
  vectorStride,
  type Vectors,
  type VectorShape,
} from '../looks/vectors.ts';
import type { StringTable } from '../storage/strings.ts';
import { isIndexed } from '../text/indexed-fields.ts';
import type { LoggedChange } from './change-codec.ts';
import { changesByProduct, foldChanges, type ProductState } from './fold-changes.ts';
import { patchColumns } from './patch-columns.ts';
import { patchLists } from './patch-lists.ts';
import { patchRows, type ChangedRow } from './patch-rows.ts';
import { patchText } from './patch-text.ts';
import { type RowOrder, createRowOrder } from './row-order.ts';
import { readProductState } from './current-products.ts';

type StateChange = {
  readonly before: ProductState<number> | null;
  readonly after: ProductState<number | Picture> | null;
};

/**
 * The version with live changes applied: a new catalogue for each batch of changes, which shares with the version
 * everything they did not touch. A change of price or stock copies a column or two; an added product moves the rows
 * after it, so everything that refers to rows is written again.
 */
export const patchCatalogue = (base: Catalogue, changes: readonly LoggedChange[]): Catalogue => {
  if (changes.length === 0) return base;
  const stateChanges = foldAllChanges(base, changes);
  const added = [...stateChanges]
    .filter(([, { before }]) => before === null)
    .map(([identifier]) => identifier);
  const order = createRowOrder(base.rows.identifiers, added);
  const states = new Map<number, ProductState<number | Picture>>();
  const removedRows = new Set<number>();
  for (const [identifier, { after }] of stateChanges) {
    const row = order.identifiers.find(identifier);
    if (after === null) removedRows.add(row);
    else states.set(row, after);
  }
  const pictures = collectNewPictures(base, states);
  const products = new Map(Array.from(states, ([row, { product }]) => [row, product]));
  const records = patchRecords(base.records, products, order);
  const recordAt = (row: number) => readRecord(records, row);
  const rows = patchRows(base.rows, order, toChangedRows(states, pictures.indexOf), removedRows);
  const columns = patchColumns(base.columns, base.fields, products, order, recordAt);
  return {
    ...base,
    rows,
    records,
    columns,
    text: patchText(base.text, base.fields, selectRewritten(base, products, stateChanges), order),
    vectors: addPictures(base.vectors, pictures.all),
    plans: patchLists(base, { rows, columns }, order, [...states.keys(), ...removedRows]),
    removedRows,
  };
};

/** Products that changes touched; without those that were neither in the version nor exist now. */
const foldAllChanges = (base: Catalogue, changes: readonly LoggedChange[]): Map<string, StateChange> => {
  const stateChanges = new Map<string, StateChange>();
  for (const [identifier, ofProduct] of changesByProduct(changes)) {
    const row = base.rows.identifiers.find(identifier);
    const before = row < 0 ? null : readProductState(base, row);
    const after = foldChanges(before, ofProduct);
    if (before !== null || after !== null) stateChanges.set(identifier, { before, after });
  }
  return stateChanges;
};

const vectorShape = ({ looks, colour }: Picture): VectorShape => ({
  looks: looks.length,
  colour: colour.length,
});

/** Pictures of other dimensions (from another model) cannot be compared and are left out. */
const collectNewPictures = (base: Catalogue, states: ReadonlyMap<number, ProductState<number | Picture>>) => {
  const knownCount = base.vectors.count;
  const all: Picture[] = [];
  const numbers = new Map<string, number>();
  for (const { picture } of states.values()) {
    if (picture === null || typeof picture === 'number' || numbers.has(picture.hash)) continue;
    const shape = knownCount > 0 ? base.vectors.shape : vectorShape(all[0] ?? picture);
    if (picture.looks.length !== shape.looks || picture.colour.length !== shape.colour) continue;
    numbers.set(picture.hash, knownCount + all.push(picture) - 1);
  }
  const indexOf = (picture: number | Picture | null): number => {
    if (picture === null) return -1;
    return typeof picture === 'number' ? picture : (numbers.get(picture.hash) ?? -1);
  };
  return { all, indexOf };
};

const addPictures = (base: Vectors, pictures: readonly Picture[]): Vectors => {
  const [first] = pictures;
  if (first === undefined) return base;
  const vectors = packVectors(pictures, vectorShape(first));
  return base.count > 0 ? base.extend(vectors) : vectorsInMemory(vectors, vectorShape(first));
};

const packVectors = (pictures: readonly Picture[], shape: VectorShape): Float32Array => {
  const stride = vectorStride(shape);
  const vectors = new Float32Array(pictures.length * stride);
  pictures.forEach(({ looks, colour }, index) => {
    vectors.set(looks, index * stride);
    vectors.set(colour, index * stride + colourOffset(shape));
  });
  return vectors;
};

const toChangedRows = (
  states: ReadonlyMap<number, ProductState<number | Picture>>,
  indexOf: (picture: number | Picture | null) => number,
): ChangedRow[] =>
  Array.from(states, ([row, { product, picture }]) => ({
    row,
    groupId: product.groupId,
    available: product.available,
    picture: indexOf(picture),
  }));

const patchRecords = (
  base: StringTable,
  products: ReadonlyMap<number, Product>,
  order: RowOrder,
): StringTable => {
  const patched = new Map(
    Array.from(products, ([row, product]) => [row, Buffer.from(encodeRecord(product))]),
  );
  return {
    ...base,
    size: order.size,
    at: (row) => patched.get(row)?.toString('utf8') ?? base.at(order.oldRow(row)),
    bytesAt: (row) => patched.get(row) ?? base.bytesAt(order.oldRow(row)),
  };
};

/** Products whose indexed text changed. */
const selectRewritten = (
  base: Catalogue,
  products: ReadonlyMap<number, Product>,
  stateChanges: ReadonlyMap<string, StateChange>,
): Map<number, Product> => {
  const indexedFields = base.fields.filter(isIndexed);
  const indexedText = ({ displayText, fields }: Product): string =>
    JSON.stringify([displayText, ...indexedFields.map(({ name }) => fields[name] ?? null)]);
  return new Map(
    [...products].filter(([, product]) => {
      const before = stateChanges.get(product.identifier)?.before;
      return !before || indexedText(before.product) !== indexedText(product);
    }),
  );
};
