import type { DraftProduct, Picture, ProductDraft, Progress, VersionSummary } from '../../engine.ts';
import { recordOf } from '../../../domain/product-record.ts';
import { columnFields, packColumns } from '../columns/column-writer.ts';
import { readColumns } from '../columns/column-reader.ts';
import { computePlans } from '../looks/compute-plans.ts';
import { packPlanLists } from '../looks/plan-lists.ts';
import { colourAt, strideOf, type VectorShape } from '../looks/vectors.ts';
import { sectionsOf } from '../storage/sections.ts';
import { packBytes, packStrings } from '../storage/strings.ts';
import type { VersionInMaking } from '../storage/version-folder.ts';
import { packTextIndex } from '../text/index-writer.ts';
import { type AboutProducts, currentMaking } from './about-products.ts';
import { type BaseVersion, hasSameText, sameAsBase } from './base-version.ts';
import { productFiles } from './product-files.ts';
import { packRows, readRows } from './rows.ts';

/** Sorted by identifier: the order in which a feed names its products changes nothing in the version. */
const byIdentifier = (a: DraftProduct, b: DraftProduct): number =>
  a.product.identifier < b.product.identifier ? -1 : 1;

export type WriteOrder = {
  readonly version: VersionInMaking;
  readonly base: BaseVersion | null;
  readonly draft: ProductDraft;
  readonly drafts: DraftProduct[];
  readonly shape: VectorShape;
  readonly spareNeighbours: number;
  readonly changesThrough: number;
  readonly progress: Progress;
};

export const writeProducts = async (order: WriteOrder): Promise<VersionSummary> => {
  const { version, base, draft, drafts, shape, spareNeighbours, changesThrough, progress } = order;
  drafts.sort(byIdentifier);
  const products = drafts.map(({ product }) => product);
  const withColumn = columnFields(draft.fields, draft.plans);
  const { pictures, pictureOfRow } = distinctPictures(drafts);
  drafts.length = 0;
  const about: AboutProducts = {
    ...draft,
    columnFields: withColumn.map((field) => field.name),
    shape,
    spareNeighbours,
    makingOf: currentMaking,
  };
  const rowArrays = packRows(products, pictureOfRow);
  const columnArrays = packColumns(withColumn, products);
  const hashes = pictures.map((picture) => picture.hash);
  const parse = (row: number) => products[row]?.fields ?? {};
  const columns = readColumns(sectionsOf(columnArrays), withColumn, draft.fields, parse);

  progress('writing', 0, products.length);
  const sameRows = await version.write(productFiles.rows, rowArrays);
  const same = sameAsBase(base, { about, hashes, columns }, sameRows);
  // The largest files: copied while the rest is put together.
  const copied = Promise.all([
    same.looks && version.reuse(productFiles.looks),
    same.neighbours && version.reuse(productFiles.neighbours),
  ]);
  const records = products.map(recordOf);
  const recordArrays = packBytes('records', records);
  const sameText = same.rows && base !== null && hasSameText(base.catalogue, about, records);
  await copied;
  await version.write(productFiles.records, recordArrays);
  await version.write(productFiles.columns, columnArrays);
  if (sameText) await version.reuse(productFiles.text);
  else await version.write(productFiles.text, packTextIndex(products, draft.fields, draft.language));
  const vectors = same.neighbours ? null : packVectors(pictures, shape);
  if (vectors && !same.looks) {
    await version.write(productFiles.looks, { vectors, ...packStrings('hashes', hashes) });
  }
  progress('writing', products.length, products.length);

  if (vectors) {
    const rows = readRows(sectionsOf(rowArrays));
    const ground = { vectors, shape, familyOf: rows.familyOf, pictureOfRow: Int32Array.from(pictureOfRow) };
    const lists = await computePlans(ground, rows, columns, draft.plans, spareNeighbours, (done, total) =>
      progress('comparing pictures', done, total),
    );
    await version.write(productFiles.neighbours, packPlanLists(lists));
  }
  return version.complete('products', products.length, about, changesThrough);
};

/** A picture that several products show is kept once. */
const distinctPictures = (drafts: readonly DraftProduct[]) => {
  const indexOf = new Map<string, number>();
  const pictures: Picture[] = [];
  const pictureOfRow = drafts.map(({ picture }) => {
    if (picture === null) return -1;
    const known = indexOf.get(picture.hash);
    if (known !== undefined) return known;
    indexOf.set(picture.hash, pictures.length);
    return pictures.push(picture) - 1;
  });
  return { pictures, pictureOfRow };
};

/**
 * In shared memory, so that the threads that compare need no copy. Empties the list as it goes: a large catalogue
 * has room for its vectors once.
 */
export const packVectors = (pictures: (Picture | null)[], shape: VectorShape): Float32Array => {
  const stride = strideOf(shape);
  const vectors = new Float32Array(new SharedArrayBuffer(pictures.length * stride * 4));
  pictures.forEach((picture, index) => {
    if (!picture) return;
    vectors.set(picture.looks, index * stride);
    vectors.set(picture.colour, index * stride + colourAt(shape));
    pictures[index] = null;
  });
  return vectors;
};
