import type { Field } from '../../../domain/dataset.ts';
import type { Product } from '../../../domain/product.ts';
import type { ProductState } from '../../semantics/changes.ts';
import type { ProductDraft, Progress, VersionSummary } from '../../engine.ts';
import { recordJson } from '../../../domain/product-record.ts';
import { columnFields, packColumns } from '../columns/column-writer.ts';
import { readColumns } from '../columns/column-reader.ts';
import { type CatalogueTables, computePlans, type NeighbourSettings } from '../neighbours/compute-plans.ts';
import type { PictureCollector } from '../vectors/picture-collector.ts';
import { packByPlan } from '../neighbours/plan-lists.ts';
import { hasCodes, makeVectorCodes } from '../vectors/vector-codes.ts';
import { type VectorShape, vectorStride } from '../vectors/vector-shape.ts';
import { type SectionArray, sectionsFromArrays } from '../storage/sections.ts';
import { packStringsBy, readStrings } from '../storage/strings.ts';
import { packTextIndex } from '../text/text-index.ts';
import type { ProductVersionInfo } from '../catalogue/product-version-info.ts';
import { currentFormat, productFiles, serializeVersionInfo } from '../catalogue/product-version-info.ts';
import { hasSameLists, hasSameLooks, hasSameText } from './base-version.ts';
import type { BaseVersion } from '../catalogue/catalogue.ts';
import type { MergedChanges, VersionWriter } from '../storage/version-folder.ts';
import { packRows, readRows, type Rows } from '../rows/rows.ts';

/** A product of the draft, with the number of its picture in the collector. */
export type CollectedProduct = ProductState<number>;

/** Sorted by identifier: the order of the feed does not change the version. */
const byIdentifier = (a: CollectedProduct, b: CollectedProduct): number =>
  a.product.identifier < b.product.identifier ? -1 : 1;

export type BuildSettings = NeighbourSettings & {
  /** A scan of a catalogue of at least this many pictures compares codes first, and finds nearly all of the best. */
  readonly quantisedFrom: number;
};

export type VersionDraft = {
  readonly version: VersionWriter;
  readonly base: BaseVersion | null;
  readonly draft: ProductDraft;
  readonly settings: BuildSettings;
};

type WriteInput = VersionDraft & {
  readonly collected: CollectedProduct[];
  readonly pictures: PictureCollector;
  readonly shape: VectorShape;
  readonly changes: MergedChanges;
  readonly progress: Progress;
};

export const writeProducts = async (input: WriteInput): Promise<VersionSummary> => {
  const { version, base, draft, collected, pictures: collector, changes, progress } = input;
  collected.sort(byIdentifier);
  const products = collected.map(({ product }) => product);
  const pictures = findDistinctPictures(collected, collector);
  collected.length = 0;
  const withColumn = columnFields(draft.fields, draft.plans);
  const info = createVersionInfo(input, withColumn);
  const baseNumbers = pictures.numbers.map((number) => collector.knownNumberOf(number));
  const sameLooks = hasSameLooks(base, info, baseNumbers);
  const copies = createTaskGroup();
  // The largest file: copied while the others are built.
  if (sameLooks) copies.start(version.reuse(productFiles.looks));
  progress('writing', 0, products.length);
  const rowArrays = packRows(products, pictures.ofRow);
  const rows = readRows(sectionsFromArrays(rowArrays));
  const columnArrays = packColumns(withColumn, draft.fields, products);
  const fieldsAt = (row: number) => products[row]?.fields ?? {};
  const columns = readColumns(sectionsFromArrays(columnArrays), withColumn, draft.fields, fieldsAt);
  const sameRows = await version.write(productFiles.rows, rowArrays);
  const sameLists = sameRows && sameLooks && hasSameLists(base, { info, columns });
  if (sameLists) copies.start(version.reuse(productFiles.neighbours));
  await writeRecordsAndText(input, info, products, rows, columnArrays);
  await copies.all();
  // Comparing pictures needs only columns and rows: the memory of the products is free for the vectors.
  const size = products.length;
  products.length = 0;
  let vectors = sameLooks ? null : await collector.loadVectors(pictures.numbers);
  if (vectors) await writeLooks(input, pictures.numbers, vectors);
  if (
    hasCodes(input.shape, pictures.numbers.length, input.settings.quantisedFrom) &&
    !(sameLooks && (await version.reuseDerived(productFiles.codes)))
  ) {
    vectors ??= await collector.loadVectors(pictures.numbers);
    await writeCodes(input, pictures.numbers.length, vectors);
  }
  progress('writing', size, size);
  if (!sameLists) await writeLists(input, { rows, columns }, pictures, vectors);
  await collector.remove();
  return version.complete('products', size, serializeVersionInfo(info), changes);
};

const createVersionInfo = (
  { draft, shape, settings }: WriteInput,
  withColumn: readonly Field[],
): ProductVersionInfo => ({
  ...draft,
  columnFields: withColumn.map((field) => field.name),
  shape,
  spareNeighbours: settings.spareNeighbours,
  formatVersion: currentFormat,
});

/** Writes records, columns and text. A separate function, so that their memory is free while pictures are compared. */
const writeRecordsAndText = async (
  { version, base, draft }: WriteInput,
  info: ProductVersionInfo,
  products: readonly Product[],
  { identifiers }: Rows,
  columns: Readonly<Record<string, SectionArray>>,
): Promise<void> => {
  const recordArrays = packStringsBy('records', products.length, (row) => {
    const product = products[row];
    return product ? recordJson(product) : '{}';
  });
  const records = readStrings(sectionsFromArrays(recordArrays), 'records');
  const writes = createTaskGroup();
  writes.start(version.write(productFiles.records, recordArrays));
  writes.start(version.write(productFiles.columns, columns));
  if (hasSameText(base, info, identifiers, records)) writes.start(version.reuse(productFiles.text));
  else writes.start(version.write(productFiles.text, packTextIndex(products, draft.fields, draft.language)));
  await writes.all();
};

const writeLooks = async (
  { version, pictures: collector }: WriteInput,
  pictures: readonly number[],
  vectors: Float32Array,
): Promise<void> => {
  const hashes = packStringsBy('hashes', pictures.length, (picture) =>
    collector.hashOf(pictures[picture] ?? -1),
  );
  await version.write(productFiles.looks, { vectors, ...hashes });
};

const writeCodes = async (
  { version, shape }: WriteInput,
  count: number,
  vectors: Float32Array,
): Promise<void> => {
  const stride = vectorStride(shape);
  const read = (picture: number) => ({ floats: vectors, start: picture * stride });
  await version.writeDerived(productFiles.codes, (await makeVectorCodes(shape, count, read)).arrays());
};

const writeLists = async (
  { version, draft, pictures: collector, shape, settings, progress }: WriteInput,
  { rows, columns }: CatalogueTables,
  pictures: DistinctPictures,
  vectors: Float32Array | null,
): Promise<void> => {
  const lists = await computePlans({
    rows,
    columns,
    plans: draft.plans,
    settings,
    loadData: async () => ({
      vectors: vectors ?? (await collector.loadVectors(pictures.numbers)),
      shape,
      familyOf: rows.familyOf,
      pictureOfRow: pictures.ofRow,
    }),
    progress: (done, total) => progress('comparing pictures', done, total),
  });
  await version.write(productFiles.neighbours, packByPlan(lists));
};

/** Tasks that run while other work goes on. A failure is thrown when all are awaited. */
const createTaskGroup = () => {
  const tasks: Promise<unknown>[] = [];
  return {
    start: (work: Promise<unknown>): void => {
      work.catch(() => {});
      tasks.push(work);
    },
    all: () => Promise.all(tasks),
  };
};

type DistinctPictures = ReturnType<typeof findDistinctPictures>;

/**
 * A picture of several products is stored once. `numbers`: in the collector, each picture once; `ofRow`: an index into
 * them for each row, -1 for a row without a picture.
 */
const findDistinctPictures = (collected: readonly CollectedProduct[], collector: PictureCollector) => {
  const positions = new Int32Array(collector.size).fill(-1);
  const numbers: number[] = [];
  const ofRow = new Int32Array(collected.length).fill(-1);
  collected.forEach(({ picture }, row) => {
    if (picture === null) return;
    if ((positions[picture] ?? -1) < 0) positions[picture] = numbers.push(picture) - 1;
    ofRow[row] = positions[picture] ?? -1;
  });
  return { numbers, ofRow };
};
