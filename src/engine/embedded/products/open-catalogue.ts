import type { FieldValue } from '../../../domain/product.ts';
import { readColumns } from '../columns/column-reader.ts';
import { readPlanLists } from '../looks/plan-lists.ts';
import { readReserveLists } from '../looks/reserve-lists.ts';
import { type ReadVectors, vectorsOnDisk } from '../looks/vectors.ts';
import { corruptedFault } from '../storage/manifest.ts';
import { type FileOnDisk, type LoadedVersion, readSectionsFrom } from '../storage/load-version.ts';
import { readStrings } from '../storage/strings.ts';
import { readTextIndex } from '../text/index-reader.ts';
import { type ProductVersionInfo, parseVersionInfo } from './product-version-info.ts';
import type { BaseVersion } from './base-version.ts';
import { type Catalogue, parseRecord } from './catalogue.ts';
import { productFiles } from './product-files.ts';
import { readRows } from './rows.ts';

/** `before`: a version in memory whose vectors are shared when they are the same. */
export const openCatalogue = async (
  { manifest, structure, onDisk }: LoadedVersion,
  before: BaseVersion | null,
): Promise<Catalogue> => {
  const about = parseVersionInfo(manifest.about);
  const records = readStrings(structure(productFiles.records), 'records');
  const recordAt = (row: number): Readonly<Record<string, FieldValue>> => parseRecord(records, row);
  const columnFields = about.fields.filter((field) => about.columnFields.includes(field.name));
  return {
    version: manifest.version,
    fields: about.fields,
    rows: readRows(structure(productFiles.rows)),
    records,
    columns: readColumns(structure(productFiles.columns), columnFields, about.fields, recordAt),
    text: readTextIndex(structure(productFiles.text), about.language),
    ...(await looksOf(onDisk(productFiles.looks), about, before)),
    plans: readPlanLists(structure(productFiles.neighbours), about.plans),
    readReserves: manifest.files.some(({ name }) => name === productFiles.reserve)
      ? reservesOf(onDisk(productFiles.reserve), about)
      : async () => [],
    gone: new Set(),
  };
};

/** Read when the next version is made: nothing is answered from it. */
const reservesOf =
  (onDisk: FileOnDisk, { plans }: ProductVersionInfo) =>
  async () =>
    readReserveLists(await readSectionsFrom(onDisk), plans);

type Looks = Pick<Catalogue, 'vectors' | 'readVectors' | 'hashes'>;

const looksOf = async (
  onDisk: FileOnDisk,
  about: ProductVersionInfo,
  before: BaseVersion | null,
): Promise<Looks> => {
  const { file, entry } = onDisk;
  const same = before?.manifest.files.find(({ name }) => name === entry.name);
  if (before && JSON.stringify(same) === JSON.stringify(entry)) {
    await file.close();
    const { vectors, readVectors, hashes } = before.catalogue;
    return { vectors, readVectors, hashes };
  }
  const section = entry.sections.find(({ name }) => name === 'vectors');
  if (!section) throw corruptedFault(entry.name, 'has no vectors');
  const { offset, length } = section;
  const hashes = readStrings(await readSectionsFrom(onDisk, offset + length * 4), 'hashes');
  const readVectors: ReadVectors = (into, at) => file.read(into, offset + at);
  return { hashes, readVectors, vectors: vectorsOnDisk(hashes.size, about.shape, readVectors) };
};
