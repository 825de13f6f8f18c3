import type { Field } from '../../../domain/dataset.ts';
import { parseRecord, type ProductRecord } from '../../../domain/product-record.ts';
import type { VersionId } from '../../engine.ts';
import { type Columns, withIdentifiers } from '../columns/column.ts';
import { openPlanLists, type PlanLists } from '../neighbours/plan-lists.ts';
import type { VectorFile } from '../vectors/vector-blocks.ts';
import { type Vectors, vectorsOnDisk } from '../vectors/vectors.ts';
import type { DerivedFile, FileOnDisk, LoadedVersion } from '../storage/load-version.ts';
import { findSection, readSection, readSectionsFrom } from '../storage/load-version.ts';
import { isSameFile, type Manifest } from '../storage/manifest.ts';
import { readStoredStrings } from '../storage/spool.ts';
import { readStrings, type StringTable } from '../storage/strings.ts';
import { readTextIndex, type TextIndex } from '../text/text-index.ts';
import { type FindRemembered, rememberPassingLooks } from '../scan/passing-looks.ts';
import { readRows, type Row, type Rows } from '../rows/rows.ts';
import type { FieldValue } from '../../../domain/product.ts';
import { readColumns } from '../columns/column-reader.ts';
import { quantisedFrom } from '../vectors/vector-codes.ts';
import { parseVersionInfo, productFiles, type ProductVersionInfo } from './product-version-info.ts';

/** One published product version in memory. Nothing in it ever changes. */
export type Catalogue = {
  readonly version: VersionId;
  readonly fields: readonly Field[];
  /** Weight of the title unless a box says otherwise; null: titles are not compared. */
  readonly titleWeight: number | null;
  readonly minimumScore: number | null;
  readonly comparison: string | null;
  readonly model: string;
  readonly rows: Rows;
  /** Product records as UTF-8 JSON, by row. */
  readonly records: StringTable;
  readonly columns: Columns;
  readonly text: TextIndex;
  readonly vectors: Vectors;
  readonly vectorFile: VectorFile;
  /** Smaller forms of them; null: the version has none. */
  readonly codes: DerivedFile | null;
  readonly pictureCount: number;
  /** Reads the SHA-256 of each of them: only the next version needs it. */
  readonly readHashes: () => Promise<StringTable>;
  readonly plans: readonly PlanLists[];
  /** Which looks pass the filters of the last questions. */
  readonly passingLooks: FindRemembered;
  readonly removedRows: ReadonlySet<Row>;
};

/** A published version that the next one can reuse files of. */
export type BaseVersion = { readonly manifest: Manifest; readonly catalogue: Catalogue };

export const readRecord = (records: StringTable, row: Row): ProductRecord => parseRecord(records.at(row));

/**
 * `previous`: a version in memory; its vectors are shared when the file is the same. `onProblem`: a file that can be made
 * again is damaged. `codesFrom`: larger catalogues are compared by codes.
 */
export const openCatalogue = async (
  { manifest, structure, isOnDisk, onDisk, derived }: LoadedVersion,
  previous: BaseVersion | null,
  onProblem: (error: unknown) => void = () => undefined,
  codesFrom: number = quantisedFrom,
): Promise<Catalogue> => {
  const info = parseVersionInfo(manifest.about);
  const records = isOnDisk(productFiles.records)
    ? await openRecords(onDisk(productFiles.records))
    : readStrings(structure(productFiles.records), 'records');
  let text: TextIndex | null = null;
  const recordAt = (row: number): Readonly<Record<string, FieldValue>> => readRecord(records, row);
  const columnFields = info.fields.filter((field) => info.columnFields.includes(field.name));
  const rows = readRows(structure(productFiles.rows));
  return {
    version: manifest.version,
    fields: info.fields,
    titleWeight: info.titleWeight ?? null,
    minimumScore: info.minimumScore ?? null,
    comparison: info.comparison ?? null,
    model: info.model,
    rows,
    records,
    columns: withIdentifiers(
      readColumns(structure(productFiles.columns), columnFields, info.fields, recordAt),
      rows.identifiers,
    ),
    // A process that only publishes hardly ever needs it.
    get text() {
      return (text ??= readTextIndex(structure(productFiles.text), info.language));
    },
    ...(await openLooks(
      onDisk(productFiles.looks),
      derived(productFiles.codes, onProblem),
      info,
      previous,
      codesFrom,
    )),
    plans: await openPlanLists(onDisk(productFiles.neighbours), info.plans),
    passingLooks: rememberPassingLooks(rows),
    removedRows: new Set(),
  };
};

const openRecords = async (onDisk: FileOnDisk): Promise<StringTable> => {
  const { offset } = findSection(onDisk, 'records.bytes');
  const offsets = await readSection(onDisk, 'records.offsets', 'u32');
  return readStoredStrings(offsets, (into, at) => onDisk.file.readNow(into, offset + at));
};

type Looks = Pick<Catalogue, 'vectors' | 'vectorFile' | 'codes' | 'pictureCount' | 'readHashes'>;

const openLooks = async (
  onDisk: FileOnDisk,
  codes: DerivedFile | null,
  info: ProductVersionInfo,
  previous: BaseVersion | null,
  codesFrom: number,
): Promise<Looks> => {
  const { file, entry } = onDisk;
  const same = previous?.manifest.files.find(({ name }) => name === entry.name);
  if (previous && isSameFile(same, entry) && hasSameCodes(previous.catalogue, codes)) {
    await file.close();
    const { vectors, vectorFile, pictureCount, readHashes } = previous.catalogue;
    return { vectors, vectorFile, codes: previous.catalogue.codes, pictureCount, readHashes };
  }
  const { offset, length } = findSection(onDisk, 'vectors');
  const pictureCount = findSection(onDisk, 'hashes.offsets').length - 1;
  const readHashes = async () => readStrings(await readSectionsFrom(onDisk, offset + length * 4), 'hashes');
  const vectorFile: VectorFile = {
    read: (into, at) => file.read(into, offset + at),
    readNow: (into, at) => file.readNow(into, offset + at),
  };
  return {
    pictureCount,
    readHashes,
    vectorFile,
    codes,
    vectors: vectorsOnDisk(pictureCount, info.shape, vectorFile, codesFrom, codes),
  };
};

const hasSameCodes = (previous: Catalogue, codes: DerivedFile | null): boolean =>
  codes === null ? previous.codes === null : isSameFile(previous.codes?.entry, codes.entry);
