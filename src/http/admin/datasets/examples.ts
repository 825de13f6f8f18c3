import type { ProductReader } from '../../../engine/engine.ts';
import type { Sent } from '../contract/route.ts';
import type { FieldInUse } from './schema.ts';

const limits = { rows: 500, examples: 3, length: 80 } as const;

/** The fields of a live catalogue, each with a few different values from its first rows. */
export const exampleFields = (reader: ProductReader | null): Sent<typeof FieldInUse>[] => {
  if (reader === null) return [];
  const seen = new Map<string, Set<string>>(reader.fields.map(({ name }) => [name, new Set()]));
  let rows = 0;
  for (const { record } of reader.scan()) {
    if ((rows += 1) > limits.rows) break;
    const values = JSON.parse(new TextDecoder().decode(record)) as Record<string, unknown>;
    for (const [name, examples] of seen) note(examples, values[name]);
  }
  return reader.fields.map((field) => ({ ...field, examples: [...(seen.get(field.name) ?? [])] }));
};

function note(examples: Set<string>, value: unknown): void {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  for (const item of values) {
    if (examples.size >= limits.examples || item === undefined || item === null) return;
    const text = typeof item === 'string' ? item : JSON.stringify(item);
    examples.add(text.slice(0, limits.length));
  }
}
