import type { FieldValue } from '../../../domain/product.ts';
import { withIdentifiers } from '../columns/column.ts';
import { readColumns } from '../columns/column-reader.ts';
import { openPlanLists } from '../neighbours/plan-lists.ts';
import { quantisedFrom } from '../vectors/vector-codes.ts';
import type { VectorFile } from '../vectors/vector-blocks.ts';
import { vectorsOnDisk } from '../vectors/vectors.ts';
import {
  type FileOnDisk,
  findSection,
  type LoadedVersion,
  readSectionsFrom,
} from '../storage/load-version.ts';
import type { DerivedFile } from '../storage/derived-file.ts';
import { isSameFile } from '../storage/manifest.ts';
import { readStrings } from '../storage/strings.ts';
import { readTextIndex } from '../text/index-reader.ts';
import { type BaseVersion, type Catalogue, readRecord } from './catalogue.ts';
import { parseVersionInfo, productFiles, type ProductVersionInfo } from './product-version-info.ts';
import { readRows } from '../rows/rows.ts';
import { rememberPassingLooks } from '../scan/passing-looks.ts';

/**
 * `previous`: a version in memory; its vectors are shared when the file is the same. `onProblem`: a file that can be made
 * again is damaged. `codesFrom`: larger catalogues are compared by codes.
 */
export const openCatalogue = async (
  { manifest, structure, onDisk, derived }: LoadedVersion,
  previous: BaseVersion | null,
  onProblem: (error: unknown) => void = () => undefined,
  codesFrom: number = quantisedFrom,
): Promise<Catalogue> => {
  const info = parseVersionInfo(manifest.about);
  const records = readStrings(structure(productFiles.records), 'records');
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
    text: readTextIndex(structure(productFiles.text), info.language),
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
