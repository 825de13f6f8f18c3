import type { ProductReader } from '../../../engine/engine.ts';
import type { SchemaValue } from '../contract/route.ts';
import type { FieldInUse } from './schema.ts';

/** Facetable fields get more values, since the portal offers them as choices. */
const limits = { rows: 1000, choices: 40, examples: 3, length: 80 } as const;

/** The fields of a live catalogue, each with distinct values from its first rows. */
export const exampleFields = (reader: ProductReader | null): SchemaValue<typeof FieldInUse>[] => {
  if (reader === null) return [];
  const collected = reader.fields.map(({ name, facetable }) => ({
    name,
    most: facetable ? limits.choices : limits.examples,
    examples: new Set<string>(),
  }));
  let rows = 0;
  for (const { record } of reader.scan()) {
    if ((rows += 1) > limits.rows) break;
    const values = JSON.parse(new TextDecoder().decode(record)) as Record<string, unknown>;
    for (const { name, most, examples } of collected) addExamples(examples, most, values[name]);
  }
  return reader.fields.map((field, place) => ({
    ...field,
    examples: [...(collected[place]?.examples ?? [])],
  }));
};

const addExamples = (examples: Set<string>, most: number, value: unknown): void => {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  for (const item of values) {
    if (examples.size >= most || item === undefined || item === null) return;
    const text = typeof item === 'string' ? item : JSON.stringify(item);
    examples.add(text.slice(0, limits.length));
  }
};
