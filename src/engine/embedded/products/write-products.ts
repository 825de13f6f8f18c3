import type { Field } from '../../../domain/dataset.ts';
import type { Product } from '../../../domain/product.ts';
import type { ProductDraft, Progress, VersionSummary } from '../../engine.ts';
import { recordJson } from '../../../domain/product-record.ts';
import { columnFields, packColumns } from '../columns/column-writer.ts';
import { readColumns } from '../columns/column-reader.ts';
import { type ListMargins, computePlans } from '../looks/compute-plans.ts';
import type { CatalogueTables } from '../looks/plan-jobs.ts';
import type { PictureCollector } from '../looks/picture-collector.ts';
import { packByPlan } from '../looks/plan-lists.ts';
import type { VectorShape } from '../looks/vectors.ts';
import { type SectionArray, sectionsFromArrays } from '../storage/sections.ts';
import { packStringsBy, readStrings } from '../storage/strings.ts';
import type { VersionWriter } from '../storage/version-folder.ts';
import { packTextIndex } from '../text/index-writer.ts';
import { type ProductVersionInfo, currentFormat } from './product-version-info.ts';
import {
  type BaseVersion,
  hasSameLooks,
  hasSameText,
  readReusableLists,
  findUnchanged,
} from './base-version.ts';
import { productFiles } from './product-files.ts';
import { packRows, readRows, type Rows } from './rows.ts';

/** A product and the number of its picture in the spool. */
type Collected = { readonly product: Product; readonly picture: number | null };

/** Sorted by identifier: the order in which a feed names its products changes nothing in the version. */
const byIdentifier = (a: Collected, b: Collected): number =>
  a.product.identifier < b.product.identifier ? -1 : 1;

export type WriteInput = {
  readonly version: VersionWriter;
  readonly base: BaseVersion | null;
  readonly draft: ProductDraft;
  readonly collected: Collected[];
  readonly pictures: PictureCollector;
  readonly shape: VectorShape;
  readonly margins: ListMargins;
  readonly changesThrough: number;
  readonly progress: Progress;
};

export const writeProducts = async (order: WriteInput): Promise<VersionSummary> => {
  const { version, base, draft, collected, pictures: spool, changesThrough, progress } = order;
  collected.sort(byIdentifier);
  const products = collected.map(({ product }) => product);
  const pictures = distinctPictures(collected, spool);
  collected.length = 0;
  const withColumn = columnFields(draft.fields, draft.plans);
  const about = aboutOf(order, withColumn);
  const sameLooks = hasSameLooks(base, about, pictures.oldOf);
  const copies = inBackground();
  // The largest file: copied while the rest is put together.
  if (sameLooks) copies.start(version.reuse(productFiles.looks));
  progress('writing', 0, products.length);
  const rowArrays = packRows(products, pictures.ofRow);
  const rows = readRows(sectionsFromArrays(rowArrays));
  const columnArrays = packColumns(withColumn, draft.fields, products);
  const parse = (row: number) => products[row]?.fields ?? {};
  const columns = readColumns(sectionsFromArrays(columnArrays), withColumn, draft.fields, parse);
  const sameRows = await version.write(productFiles.rows, rowArrays);
  const same = findUnchanged(base, { info: about, columns }, sameRows, sameLooks);
  if (same.neighbours) {
    copies.start(version.reuse(productFiles.neighbours));
    copies.start(version.reuse(productFiles.reserve));
  }
  await writeWords(order, about, products, rows, columnArrays);
  await copies.all();
  // Columns and rows say all that comparing asks: the products themselves give way to the vectors.
  const size = products.length;
  products.length = 0;
  const vectors = sameLooks ? null : await spool.loadVectors(pictures.numbers);
  if (vectors) await writeLooks(order, pictures.numbers, vectors);
  progress('writing', size, size);
  if (!same.neighbours) await writeLists(order, about, { rows, columns }, pictures, vectors);
  await spool.remove();
  return version.complete('products', size, about, changesThrough);
};

const aboutOf = (
  { draft, shape, margins: beyond }: WriteInput,
  withColumn: readonly Field[],
): ProductVersionInfo => ({
  ...draft,
  columnFields: withColumn.map((field) => field.name),
  shape,
  spareNeighbours: beyond.spare,
  formatVersion: currentFormat,
});

const textOf = (product: Product | undefined): string => (product ? recordJson(product) : '{}');

/** Records, columns and text. On their own, so that nothing of them takes room while pictures are compared. */
const writeWords = async (
  { version, base, draft }: WriteInput,
  about: ProductVersionInfo,
  products: readonly Product[],
  { identifiers }: Rows,
  columns: Readonly<Record<string, SectionArray>>,
): Promise<void> => {
  const recordArrays = packStringsBy('records', products.length, (row) => textOf(products[row]));
  const records = readStrings(sectionsFromArrays(recordArrays), 'records');
  const written = inBackground();
  written.start(version.write(productFiles.records, recordArrays));
  written.start(version.write(productFiles.columns, columns));
  if (hasSameText(base, about, identifiers, records)) written.start(version.reuse(productFiles.text));
  else written.start(version.write(productFiles.text, packTextIndex(products, draft.fields, draft.language)));
  await written.all();
};

const writeLooks = async (
  { version, pictures: spool }: WriteInput,
  pictures: readonly number[],
  vectors: Float32Array,
): Promise<void> => {
  const hashes = packStringsBy('hashes', pictures.length, (picture) => spool.hashOf(pictures[picture] ?? -1));
  await version.write(productFiles.looks, { vectors, ...hashes });
};

const writeLists = async (
  { version, base, draft, pictures: spool, shape, margins: beyond, progress }: WriteInput,
  about: ProductVersionInfo,
  { rows, columns }: CatalogueTables,
  pictures: Pictures,
  vectors: Float32Array | null,
): Promise<void> => {
  const { lists, reserves } = await computePlans({
    rows,
    columns,
    plans: draft.plans,
    margins: beyond,
    previous: await readReusableLists(base, about, pictures.oldOf),
    loadData: async () => ({
      vectors: vectors ?? (await spool.loadVectors(pictures.numbers)),
      shape,
      familyOf: rows.familyOf,
      pictureOfRow: pictures.ofRow,
    }),
    progress: (done, total) => progress('comparing pictures', done, total),
  });
  await version.write(productFiles.neighbours, packByPlan(lists));
  await version.writeAuxiliary(productFiles.reserve, packByPlan(reserves));
};

/** Files that make their way to the disk beside other work. A failure is told when all are waited for. */
const inBackground = () => {
  const started: Promise<unknown>[] = [];
  return {
    start: (work: Promise<unknown>): void => {
      work.catch(() => {});
      started.push(work);
    },
    all: () => Promise.all(started),
  };
};

type Pictures = {
  /** Numbers in the spool, each picture once. */
  readonly numbers: readonly number[];
  /** Which of them each row shows, -1 for none. */
  readonly ofRow: Int32Array;
  /** Number of each in the base, -1 for none. */
  readonly oldOf: Int32Array;
};

/** A picture that several products show is kept once. */
const distinctPictures = (collected: readonly Collected[], spool: PictureCollector): Pictures => {
  const places = new Int32Array(spool.size).fill(-1);
  const numbers: number[] = [];
  const ofRow = new Int32Array(collected.length).fill(-1);
  collected.forEach(({ picture }, row) => {
    if (picture === null) return;
    if ((places[picture] ?? -1) < 0) places[picture] = numbers.push(picture) - 1;
    ofRow[row] = places[picture] ?? -1;
  });
  return { numbers, ofRow, oldOf: Int32Array.from(numbers, (number) => spool.knownNumberOf(number)) };
};
