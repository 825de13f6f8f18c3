import { decodeRecord, type ProductRecord } from '../../../domain/product-record.ts';
import { type ProductReader, scanPages } from '../../../engine/engine.ts';
import type { SchemaValue } from '../contract/route.ts';
import type { FieldInUse } from './routes.ts';

/** `choices`: the portal offers the values of facetable fields; of the others it shows examples from the first rows. */
const limits = { choices: 40, examples: 3, rows: 1000, pageSize: 50, length: 80 } as const;

type FieldExamples = SchemaValue<typeof FieldInUse>;

export const exampleFields = async (reader: ProductReader | null): Promise<FieldExamples[]> => {
  if (reader === null) return [];
  const examples = await readExamples(
    reader,
    reader.fields.filter(({ facetable }) => !facetable).map(({ name }) => name),
  );
  const fields: FieldExamples[] = [];
  for (const field of reader.fields) {
    const values = field.facetable
      ? (await reader.fieldValues(field.name, limits.choices)).map(({ name }) => shorten(name))
      : (examples.get(field.name) ?? []);
    fields.push({ ...field, examples: [...values] });
  }
  return fields;
};

const shorten = (text: string): string => text.slice(0, limits.length);

/** In small pages: the event loop turns between two of them. */
const readExamples = async (reader: ProductReader, names: readonly string[]) => {
  const examples = new Map(names.map((name) => [name, new Set<string>()]));
  let rows = 0;
  for await (const page of scanPages(reader, limits.pageSize)) {
    for (const { record } of page) addExamples(examples, decodeRecord(record));
    if ((rows += page.length) >= limits.rows) break;
  }
  return examples;
};

const addExamples = (examples: ReadonlyMap<string, Set<string>>, record: ProductRecord): void => {
  for (const [name, known] of examples) {
    for (const value of [record[name] ?? []].flat()) {
      if (known.size >= limits.examples) break;
      known.add(shorten(typeof value === 'string' ? value : JSON.stringify(value)));
    }
  }
};
