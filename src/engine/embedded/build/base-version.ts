import type { Field } from '../../../domain/dataset.ts';
import { collectFields } from '../../../domain/filter.ts';
import type { FieldValue } from '../../../domain/product.ts';
import { decodeRecord } from '../../../domain/product-record.ts';
import type { NeighbourPlan } from '../../engine.ts';
import type { Column, Columns } from '../columns/column.ts';
import { isSameEntry, isSameTable, type StringTable } from '../storage/strings.ts';
import { isIndexed } from '../../semantics/text/indexed-fields.ts';
import type { BaseVersion } from '../catalogue/catalogue.ts';
import { type ProductVersionInfo, parseVersionInfo } from '../catalogue/product-version-info.ts';

/** The version that is being built, as far as it decides what can be reused. */
type NewVersion = { readonly info: ProductVersionInfo; readonly columns: Columns };

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const hasSameFormat = (base: BaseVersion | null, { formatVersion }: ProductVersionInfo): boolean =>
  base !== null && parseVersionInfo(base.manifest.about).formatVersion === formatVersion;

/** Decided by the hashes of the pictures alone, before anything else is built. */
export const hasSameLooks = (
  base: BaseVersion | null,
  next: ProductVersionInfo,
  /** For each picture its number in the base, -1 for none. */
  oldPictureOf: readonly number[],
): boolean => {
  if (base === null || !hasSameFormat(base, next)) return false;
  const { model, shape } = parseVersionInfo(base.manifest.about);
  return (
    model === next.model &&
    isEqual(shape, next.shape) &&
    base.catalogue.pictureCount === oldPictureOf.length &&
    oldPictureOf.every((old, picture) => old === picture)
  );
};

/**
 * Whether the neighbour lists would be the same, with the same rows and looks. As for the text, only what they are
 * computed from is compared: a publish that changes prices computes no text index and compares no pictures.
 */
export const hasSameLists = (base: BaseVersion | null, next: NewVersion): boolean => {
  if (base === null || !hasSameFormat(base, next.info)) return false;
  const { manifest, catalogue } = base;
  const { columns } = catalogue;
  const info = parseVersionInfo(manifest.about);
  return (
    isEqual(info.plans, next.info.plans) &&
    info.spareNeighbours === next.info.spareNeighbours &&
    listPlanFields(info.plans).every((field) =>
      isSameColumn(columns.column(field), next.columns.column(field)),
    )
  );
};

const listPlanFields = (plans: readonly NeighbourPlan[]): string[] =>
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
  a.length === b.length && Buffer.compare(toBytes(a), toBytes(b)) === 0;

const toBytes = ({ buffer, byteOffset, byteLength }: Float64Array | Uint32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** Whether the text index would be the same: same products in the same rows, with the same indexed values. */
export const hasSameText = (
  base: BaseVersion | null,
  next: ProductVersionInfo,
  identifiers: StringTable,
  newRecords: StringTable,
): base is BaseVersion => {
  if (base === null || !hasSameFormat(base, next)) return false;
  const { rows, records, fields } = base.catalogue;
  const { language } = parseVersionInfo(base.manifest.about);
  if (!isEqual([fields, language], [next.fields, next.language])) return false;
  if (!isSameTable(rows.identifiers, identifiers)) return false;
  const indexedNames = new Set(fields.filter(isIndexed).map(({ name }: Field) => name)).add('displayText');
  for (let row = 0; row < newRecords.size; row += 1) {
    if (isSameEntry(newRecords, records, row)) continue;
    const [before, after] = [records.bytesAt(row), newRecords.bytesAt(row)];
    if (!isEqual(readIndexedValues(after, indexedNames), readIndexedValues(before, indexedNames)))
      return false;
  }
  return true;
};

const readIndexedValues = (record: Uint8Array, indexedNames: ReadonlySet<string>): [string, FieldValue][] =>
  Object.entries(decodeRecord(record)).filter(([name]) => indexedNames.has(name));
