import type { FieldValue } from '../../../domain/product.ts';
import { readColumns } from '../columns/column-reader.ts';
import { readPlanLists } from '../looks/plan-lists.ts';
import { openVectors } from '../looks/vectors.ts';
import type { LoadedVersion } from '../storage/load-version.ts';
import { ownStrings, readStrings } from '../storage/strings.ts';
import { readTextIndex } from '../text/index-reader.ts';
import { readAbout } from './about-products.ts';
import { type Catalogue, parseRecord } from './catalogue.ts';
import { productFiles } from './product-files.ts';
import { readRows } from './rows.ts';

export const openCatalogue = ({ manifest, structure }: LoadedVersion): Catalogue => {
  const about = readAbout(manifest.about);
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
    hashes: ownStrings(structure(productFiles.looks), 'hashes'),
    vectors: openVectors(structure(productFiles.looks).get('vectors', 'f32'), about.shape),
    plans: readPlanLists(structure(productFiles.neighbours), about.plans),
    gone: new Set(),
  };
};
