import type { Field } from '../../../domain/dataset.ts';
import { collectFields } from '../../../domain/filter.ts';
import type { FieldValue } from '../../../domain/product.ts';
import type { NeighbourPlan } from '../../engine.ts';
import type { Column } from '../columns/column.ts';
import type { Columns } from '../columns/column.ts';
import type { PreviousVersion } from '../looks/previous-version.ts';
import type { Manifest } from '../storage/manifest.ts';
import { isSameEntry, isSameTable, type StringTable } from '../storage/strings.ts';
import { isIndexed } from '../text/indexed-fields.ts';
import { type ProductVersionInfo, parseVersionInfo } from './product-version-info.ts';
import type { Catalogue } from './catalogue.ts';

/** A published version that the next one can take over from. */
export type BaseVersion = { readonly manifest: Manifest; readonly catalogue: Catalogue };

/** What is being made, as far as it decides whether structures come out the same. */
export type NewVersion = { readonly info: ProductVersionInfo; readonly columns: Columns };

/**
 * Which of the expensive structures would come out as they are in the base. Only what they are computed from is
 * compared, so a publish that changes prices computes no text index and compares no pictures.
 */
export const findUnchanged = (
  base: BaseVersion | null,
  making: NewVersion,
  sameRows: boolean,
  sameLooks: boolean,
) => {
  const rows = isOfKind(base, making.info) && sameRows;
  return {
    /** Same rows, made by the same program. */
    rows,
    neighbours: rows && sameLooks && base !== null && hasSameLists(base, making),
  };
};

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const isOfKind = (base: BaseVersion | null, { formatVersion: makingOf }: ProductVersionInfo): boolean =>
  base !== null && parseVersionInfo(base.manifest.about).formatVersion === makingOf;

/** Known from the hashes of pictures alone, before anything else is put together. */
export const hasSameLooks = (
  base: BaseVersion | null,
  making: ProductVersionInfo,
  /** Of each picture: its number in the base, -1 for none. */
  oldPictureOf: Int32Array,
): boolean =>
  isComparable(base, making) &&
  base?.catalogue.hashes.size === oldPictureOf.length &&
  oldPictureOf.every((old, picture) => old === picture);

const isComparable = (base: BaseVersion | null, making: ProductVersionInfo): boolean => {
  if (base === null || !isOfKind(base, making)) return false;
  const { model, shape } = parseVersionInfo(base.manifest.about);
  return model === making.model && isEqual(shape, making.shape);
};

/** The lists of the base, for those that did not change since; null when they were made otherwise. */
export const readReusableLists = async (
  base: BaseVersion | null,
  making: ProductVersionInfo,
  /** Of each picture: its number in the base, -1 for none. */
  oldPictureOf: Int32Array,
): Promise<PreviousVersion | null> => {
  if (base === null || !isComparable(base, making)) return null;
  if (parseVersionInfo(base.manifest.about).spareNeighbours !== making.spareNeighbours) return null;
  const { rows, columns, plans, readReserves } = base.catalogue;
  return { rows, columns, plans, reserves: await readReserves(), oldPictureOf };
};

const hasSameLists = ({ manifest, catalogue: { columns } }: BaseVersion, making: NewVersion): boolean => {
  const about = parseVersionInfo(manifest.about);
  return (
    isEqual(about.plans, making.info.plans) &&
    about.spareNeighbours === making.info.spareNeighbours &&
    comparedFields(about.plans).every((field) =>
      isSameColumn(columns.column(field), making.columns.column(field)),
    )
  );
};

const comparedFields = (plans: readonly NeighbourPlan[]): string[] =>
  plans.flatMap(({ same, exclude }) => [...same.fields, ...(exclude ? collectFields(exclude) : [])]);

const isSameColumn = (a: Column | null, b: Column | null): boolean => {
  if (a === null || b === null) return a === b;
  if (a.kind === 'numbers' && b.kind === 'numbers') return isSameArray(a.numbers, b.numbers);
  if (a.kind !== 'values' || b.kind !== 'values') return false;
  return (
    isSameArray(a.offsets, b.offsets) && isSameArray(a.ids, b.ids) && isSameTable(a.dictionary, b.dictionary)
  );
};

const isSameArray = (a: Float64Array | Uint32Array, b: Float64Array | Uint32Array): boolean =>
  a.length === b.length && Buffer.compare(bytesOf(a), bytesOf(b)) === 0;

const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array | Uint32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** Whether the words come out the same: of the same products in the same rows, each saying what it said. */
export const hasSameText = (
  base: BaseVersion | null,
  making: ProductVersionInfo,
  identifiers: StringTable,
  newRecords: StringTable,
): base is BaseVersion => {
  if (base === null || !isOfKind(base, making)) return false;
  const { rows, records, fields, text } = base.catalogue;
  if (!isEqual([fields, text.language], [making.fields, making.language])) return false;
  if (!isSameTable(rows.identifiers, identifiers)) return false;
  const spoken = new Set(fields.filter(isIndexed).map(({ name }: Field) => name)).add('displayText');
  for (let row = 0; row < newRecords.size; row += 1) {
    if (isSameEntry(newRecords, records, row)) continue;
    const [before, after] = [records.bytesAt(row), newRecords.bytesAt(row)];
    if (!isEqual(said(after, spoken), said(before, spoken))) return false;
  }
  return true;
};

const said = (record: Uint8Array, spoken: ReadonlySet<string>): [string, FieldValue][] =>
  Object.entries(JSON.parse(Buffer.from(record).toString('utf8')) as Record<string, FieldValue>).filter(
    ([name]) => spoken.has(name),
  );
