import { join } from 'node:path';
import type { Field } from '../../../domain/dataset.ts';
import type { ProductDraft, Progress, VersionSummary } from '../../engine.ts';
import { encodeRecord } from '../../../domain/product-record.ts';
import { columnFields, packColumns } from '../columns/column-writer.ts';
import { readColumns } from '../columns/column-reader.ts';
import type { CompareData } from '../neighbours/compare-types.ts';
import {
  type CatalogueTables,
  computePlans,
  neighbourDefaults,
  type NeighbourSettings,
} from '../neighbours/compute-plans.ts';
import { loadVectors, type OpenVectors, type PictureCollector } from '../vectors/picture-collector.ts';
import { packByPlan } from '../neighbours/plan-lists.ts';
import { hasCodes, makeVectorCodes, quantisedFrom } from '../vectors/vector-codes.ts';
import { type VectorShape, vectorStride } from '../vectors/vector-shape.ts';
import { type SectionArray, sectionsFromArrays } from '../storage/sections.ts';
import { readStoredStrings, type Spool, storeArray } from '../storage/spool.ts';
import { packStringsBy } from '../storage/strings.ts';
import { createFileBlock } from '../vectors/vector-blocks.ts';
import { packTextIndex } from '../text/text-index.ts';
import type { ProductVersionInfo } from '../catalogue/product-version-info.ts';
import { currentFormat, productFiles, serializeVersionInfo } from '../catalogue/product-version-info.ts';
import { hasSameLists, hasSameLooks, hasSameText } from './base-version.ts';
import type { BaseVersion } from '../catalogue/catalogue.ts';
import { memoizeAsync } from '../../../domain/memoize.ts';
import type { MergedChanges, VersionWriter } from '../storage/version-folder.ts';
import { packRows, readRows, type Rows } from '../rows/rows.ts';
import type { SortedProducts } from './product-store.ts';

export type BuildSettings = NeighbourSettings & {
  /** A scan of a catalogue of at least this many pictures compares codes first, and finds nearly all of the best. */
  readonly quantisedFrom: number;
  /** Vectors of more bytes stay in their file while they are compared. */
  readonly heldVectors: number;
  /** Products beyond so many bytes are in a file until they are written. */
  readonly heldProducts: number;
};

export const buildDefaults: BuildSettings = {
  ...{ ...neighbourDefaults, quantisedFrom },
  ...{ heldVectors: 400 << 20, heldProducts: 1 << 26 },
};

export type VersionDraft = {
  readonly version: VersionWriter;
  readonly base: BaseVersion | null;
  readonly draft: ProductDraft;
  readonly settings: BuildSettings;
};

type WriteInput = VersionDraft & {
  readonly products: SortedProducts;
  readonly pictures: PictureCollector;
  readonly shape: VectorShape;
  readonly changes: MergedChanges;
  readonly progress: Progress;
  /** A temporary file of the name. */
  readonly createSpool: (name: string) => Spool;
  readonly removeSpools: () => Promise<unknown>;
  /** Called before much memory is allocated. */
  readonly freeMemory: () => void;
};

export const writeProducts = async (input: WriteInput): Promise<VersionSummary> => {
  const { version, base, draft, products, pictures: collector, changes, progress } = input;
  const pictures = findDistinctPictures(products.pictures, collector);
  const withColumn = columnFields(draft.fields, draft.plans);
  const info = createVersionInfo(input, withColumn);
  const baseNumbers = pictures.numbers.map((number) => collector.knownNumberOf(number));
  const sameLooks = hasSameLooks(base, info, baseNumbers);
  const copies = createTaskGroup();
  // The largest file: copied while the others are built.
  if (sameLooks) copies.start(version.reuse(productFiles.looks));
  const { size } = products;
  progress('writing', 0, size);
  const rowArrays = packRows(products, pictures.ofRow);
  const rows = readRows(sectionsFromArrays(rowArrays));
  const columnArrays = packColumns(withColumn, draft.fields, products);
  const columns = readColumns(sectionsFromArrays(columnArrays), withColumn, draft.fields, () => ({}));
  const sameRows = await version.write(productFiles.rows, rowArrays);
  const sameLists = sameRows && sameLooks && hasSameLists(base, { info, columns });
  if (sameLists) copies.start(version.reuse(productFiles.neighbours));
  await writeRecordsAndText(input, info, rows, columnArrays);
  await copies.all();
  // Comparing pictures needs only columns and rows: the memory of the products is free for the vectors.
  products.release();
  const vectors = memoizeAsync(() => collector.openVectors(pictures.numbers));
  if (!sameLooks) await writeLooks(input, pictures.numbers, await vectors());
  if (
    hasCodes(input.shape, pictures.numbers.length, input.settings.quantisedFrom) &&
    !(sameLooks && (await version.reuseDerived(productFiles.codes)))
  )
    await writeCodes(input, pictures.numbers.length, await vectors());
  progress('writing', size, size);
  if (!sameLists) await writeLists(input, { rows, columns }, pictures, vectors);
  await input.removeSpools();
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
  { version, base, draft, products, createSpool, freeMemory }: WriteInput,
  info: ProductVersionInfo,
  { identifiers }: Rows,
  columns: Readonly<Record<string, SectionArray>>,
): Promise<void> => {
  const { records, arrays } = await spoolRecords(products, createSpool('records'));
  const writes = createTaskGroup();
  writes.start(version.write(productFiles.records, arrays));
  writes.start(version.write(productFiles.columns, columns));
  if (hasSameText(base, info, identifiers, records)) writes.start(version.reuse(productFiles.text));
  else {
    freeMemory();
    writes.start(version.write(productFiles.text, packTextIndex(products, draft.fields, draft.language)));
  }
  await writes.all();
};

const spoolRecords = async (products: SortedProducts, spool: Spool) => {
  const offsets = new Uint32Array(products.size + 1);
  let row = 0;
  for (const product of products) {
    const record = encodeRecord(product);
    offsets[row + 1] = spool.append(record) + record.length;
    row += 1;
    await spool.waitForWrites();
  }
  const file = await spool.open();
  const records = readStoredStrings(offsets, (into, at) => file.readNow(into, at));
  return {
    records,
    arrays: { 'records.offsets': offsets, 'records.bytes': storeArray('u8', file) },
  };
};

/** Vectors that are read at once when they are written. */
const vectorsPerPiece = 256;

const writeLooks = async (
  { version, pictures: collector, shape }: WriteInput,
  pictures: readonly number[],
  open: OpenVectors,
): Promise<void> => {
  const hashes = packStringsBy('hashes', pictures.length, (picture) =>
    collector.hashOf(pictures[picture] ?? -1),
  );
  const vectors = storeArray('f32', open, vectorsPerPiece * vectorStride(shape) * 4);
  await version.write(productFiles.looks, { vectors, ...hashes });
};

const writeCodes = async (
  { version, shape }: WriteInput,
  count: number,
  vectors: OpenVectors,
): Promise<void> => {
  const { view } = createFileBlock(shape, count, vectors);
  await version.writeDerived(productFiles.codes, (await makeVectorCodes(shape, count, view)).arrays());
};

const writeLists = async (
  { version, draft, shape, settings, progress, createSpool }: WriteInput,
  { rows, columns }: CatalogueTables,
  pictures: DistinctPictures,
  vectors: () => Promise<OpenVectors>,
): Promise<void> => {
  const stride = vectorStride(shape);
  const loadOrName = (open: OpenVectors): CompareData['vectors'] | Promise<CompareData['vectors']> =>
    open.bytes > settings.heldVectors
      ? { path: join(version.workFolder, productFiles.looks), count: pictures.numbers.length }
      : loadVectors(open, stride);
  const lists = await computePlans({
    rows,
    columns,
    plans: draft.plans,
    settings,
    loadData: async () => ({
      vectors: await loadOrName(await vectors()),
      shape,
      familyOf: rows.familyOf,
      pictureOfRow: pictures.ofRow,
    }),
    createSpool,
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
const findDistinctPictures = (all: Int32Array, collector: PictureCollector) => {
  const positions = new Int32Array(collector.size).fill(-1);
  const numbers: number[] = [];
  const ofRow = all.map((picture) => {
    if (picture < 0) return -1;
    if ((positions[picture] ?? -1) < 0) positions[picture] = numbers.push(picture) - 1;
    return positions[picture] ?? -1;
  });
  return { numbers, ofRow };
};
