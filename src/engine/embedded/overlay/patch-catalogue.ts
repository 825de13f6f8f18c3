import type { Product } from '../../../domain/product.ts';
import type { Picture } from '../../engine.ts';
import { encodeRecord } from '../../../domain/product-record.ts';
import { type Catalogue, parseRecord } from '../products/catalogue.ts';
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
 * The version with live changes on top: a catalogue like any other, made anew for each batch of changes, that
 * shares with the version whatever they did not touch. A change of price or stock copies a column or two; an
 * added product moves the rows behind it, so everything that names rows is written again.
 */
export const patchCatalogue = (base: Catalogue, changes: readonly LoggedChange[]): Catalogue => {
  if (changes.length === 0) return base;
  const folded = foldAllChanges(base, changes);
  const added = [...folded].filter(([, { before }]) => before === null).map(([identifier]) => identifier);
  const order = createRowOrder(base.rows.identifiers, added);
  const standing = new Map<number, ProductState<number | Picture>>();
  const gone = new Set<number>();
  for (const [identifier, { after }] of folded) {
    const row = order.identifiers.find(identifier);
    if (after === null) gone.add(row);
    else standing.set(row, after);
  }
  const pictures = collectNewPictures(base, standing);
  const products = new Map(Array.from(standing, ([row, { product }]) => [row, product]));
  const records = patchRecords(base.records, products, order);
  const recordAt = (row: number) => parseRecord(records, row);
  const rows = patchRows(base.rows, order, toChangedRows(standing, pictures.indexOf), gone);
  const columns = patchColumns(base.columns, base.fields, products, order, recordAt);
  return {
    ...base,
    rows,
    records,
    columns,
    text: patchText(base.text, base.fields, selectRewritten(base, products, folded), order),
    vectors: addPictures(base.vectors, pictures.all),
    plans: patchLists(base, { rows, columns }, order, [...standing.keys(), ...gone]),
    gone,
  };
};

/** Products that stand otherwise than the version says; one that was never there and is not now is nobody. */
const foldAllChanges = (base: Catalogue, changes: readonly LoggedChange[]): Map<string, StateChange> => {
  const folded = new Map<string, StateChange>();
  for (const [identifier, ofProduct] of changesByProduct(changes)) {
    const row = base.rows.identifiers.find(identifier);
    const before = row < 0 ? null : readProductState(base, row);
    const after = foldChanges(before, ofProduct);
    if (before !== null || after !== null) folded.set(identifier, { before, after });
  }
  return folded;
};

const vectorShape = ({ looks, colour }: Picture): VectorShape => ({
  looks: looks.length,
  colour: colour.length,
});

/** Pictures of other dimensions (another model) cannot be compared: it is as if there were none. */
const collectNewPictures = (
  base: Catalogue,
  standing: ReadonlyMap<number, ProductState<number | Picture>>,
) => {
  const known = base.vectors.count;
  const all: Picture[] = [];
  const numbers = new Map<string, number>();
  for (const { picture } of standing.values()) {
    if (picture === null || typeof picture === 'number' || numbers.has(picture.hash)) continue;
    const shape = known > 0 ? base.vectors.shape : vectorShape(all[0] ?? picture);
    if (picture.looks.length !== shape.looks || picture.colour.length !== shape.colour) continue;
    numbers.set(picture.hash, known + all.push(picture) - 1);
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
  standing: ReadonlyMap<number, ProductState<number | Picture>>,
  indexOf: (picture: number | Picture | null) => number,
): ChangedRow[] =>
  Array.from(standing, ([row, { product, picture }]) => ({
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

/** Products whose words may have changed. */
const selectRewritten = (
  base: Catalogue,
  products: ReadonlyMap<number, Product>,
  folded: ReadonlyMap<string, StateChange>,
): Map<number, Product> => {
  const spoken = base.fields.filter(isIndexed);
  const wordsOf = ({ displayText, fields }: Product): string =>
    JSON.stringify([displayText, ...spoken.map(({ name }) => fields[name] ?? null)]);
  return new Map(
    [...products].filter(([, product]) => {
      const before = folded.get(product.identifier)?.before;
      return !before || wordsOf(before.product) !== wordsOf(product);
    }),
  );
};
