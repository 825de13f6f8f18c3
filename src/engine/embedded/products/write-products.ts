import type { Product } from '../../../domain/product.ts';
import type { ProductDraft, Progress, VersionSummary } from '../../engine.ts';
import { recordOf } from '../../../domain/product-record.ts';
import { columnFields, packColumns } from '../columns/column-writer.ts';
import { readColumns } from '../columns/column-reader.ts';
import { type Beyond, computePlans } from '../looks/compute-plans.ts';
import type { PictureSpool } from '../looks/picture-spool.ts';
import { packPlanLists } from '../looks/plan-lists.ts';
import { packReserves } from '../looks/reserve-lists.ts';
import type { VectorShape } from '../looks/vectors.ts';
import { type SectionArray, sectionsOf } from '../storage/sections.ts';
import { packBytes, packStrings } from '../storage/strings.ts';
import type { VersionInMaking } from '../storage/version-folder.ts';
import { packTextIndex } from '../text/index-writer.ts';
import { type AboutProducts, currentMaking } from './about-products.ts';
import { type BaseVersion, hasSameLooks, hasSameText, listsBefore, sameAsBase } from './base-version.ts';
import { productFiles } from './product-files.ts';
import { packRows, readRows } from './rows.ts';

/** A product and the number of its picture in the spool. */
type Collected = { readonly product: Product; readonly picture: number | null };

/** Sorted by identifier: the order in which a feed names its products changes nothing in the version. */
const byIdentifier = (a: Collected, b: Collected): number =>
  a.product.identifier < b.product.identifier ? -1 : 1;

export type WriteOrder = {
  readonly version: VersionInMaking;
  readonly base: BaseVersion | null;
  readonly draft: ProductDraft;
  readonly collected: Collected[];
  readonly spool: PictureSpool;
  readonly shape: VectorShape;
  readonly beyond: Beyond;
  readonly changesThrough: number;
  readonly progress: Progress;
};

export const writeProducts = async (order: WriteOrder): Promise<VersionSummary> => {
  const { version, base, draft, collected, spool, shape, beyond, changesThrough, progress } = order;
  collected.sort(byIdentifier);
  const products = collected.map(({ product }) => product);
  const withColumn = columnFields(draft.fields, draft.plans);
  const { pictures, pictureOfRow } = distinctPictures(collected);
  collected.length = 0;
  const about: AboutProducts = {
    ...draft,
    columnFields: withColumn.map((field) => field.name),
    shape,
    spareNeighbours: beyond.spare,
    makingOf: currentMaking,
  };
  const hashes = pictures.map((picture) => spool.hashOf(picture));
  const sameLooks = hasSameLooks(base, about, hashes);
  const copies = inBackground();
  // The largest file: copied while the rest is put together.
  if (sameLooks) copies.start(version.reuse(productFiles.looks));
  progress('writing', 0, products.length);
  const rowArrays = packRows(products, pictureOfRow);
  const columnArrays = packColumns(withColumn, products);
  const parse = (row: number) => products[row]?.fields ?? {};
  const columns = readColumns(sectionsOf(columnArrays), withColumn, draft.fields, parse);
  const sameRows = await version.write(productFiles.rows, rowArrays);
  const same = sameAsBase(base, { about, columns }, sameRows, sameLooks);
  if (same.neighbours) {
    copies.start(version.reuse(productFiles.neighbours));
    copies.start(version.reuse(productFiles.reserve));
  }
  await writeWords(order, products, same.rows ? base : null, columnArrays);
  await copies.all();
  // Columns and rows say all that comparing asks: the products themselves give way to the vectors.
  const size = products.length;
  products.length = 0;
  const vectors = sameLooks ? null : await spool.gather(pictures);
  if (vectors) await version.write(productFiles.looks, { vectors, ...packStrings('hashes', hashes) });
  progress('writing', size, size);

  if (!same.neighbours) {
    const rows = readRows(sectionsOf(rowArrays));
    const { lists, reserves } = await computePlans({
      rows,
      columns,
      plans: draft.plans,
      beyond,
      before: await listsBefore(
        base,
        about,
        Int32Array.from(pictures, (picture) => spool.knownAs(picture)),
      ),
      ground: async () => ({
        vectors: vectors ?? (await spool.gather(pictures)),
        shape,
        familyOf: rows.familyOf,
        pictureOfRow: Int32Array.from(pictureOfRow),
      }),
      progress: (done, total) => progress('comparing pictures', done, total),
    });
    await version.write(productFiles.neighbours, packPlanLists(lists));
    await version.writeAside(productFiles.reserve, packReserves(reserves));
  }
  await spool.remove();
  return version.complete('products', size, about, changesThrough);
};

/** Records, columns and text. On their own, so that nothing of them takes room while pictures are compared. */
const writeWords = async (
  { version, draft }: WriteOrder,
  products: readonly Product[],
  sameRows: BaseVersion | null,
  columns: Readonly<Record<string, SectionArray>>,
): Promise<void> => {
  const records = products.map(recordOf);
  const recordArrays = packBytes('records', records);
  const sameText = sameRows !== null && hasSameText(sameRows.catalogue, draft, records);
  const written = inBackground();
  written.start(version.write(productFiles.records, recordArrays));
  written.start(version.write(productFiles.columns, columns));
  if (sameText) written.start(version.reuse(productFiles.text));
  else written.start(version.write(productFiles.text, packTextIndex(products, draft.fields, draft.language)));
  await written.all();
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

/** A picture that several products show is kept once. */
const distinctPictures = (collected: readonly Collected[]) => {
  const indexOf = new Map<number, number>();
  const pictures: number[] = [];
  const pictureOfRow = collected.map(({ picture }) => {
    if (picture === null) return -1;
    const known = indexOf.get(picture);
    if (known !== undefined) return known;
    indexOf.set(picture, pictures.length);
    return pictures.push(picture) - 1;
  });
  return { pictures, pictureOfRow };
};
