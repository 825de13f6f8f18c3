import type { TSchema } from 'typebox';
import type { Json, JsonObject } from './json.ts';

export type NamedSchemas = {
  /** Every schema with a title, by title; they refer to each other by `$ref`. */
  readonly schemas: JsonObject;
  /** A schema as it is written in a document that contains them: as a reference where it has a title. */
  readonly referTo: (schema: TSchema) => JsonObject;
};

export const namedSchemas = (roots: readonly TSchema[]): NamedSchemas => {
  const named: JsonObject = {};
  const visit = (value: Json, isTop: boolean): Json => {
    if (Array.isArray(value)) return value.map((item) => visit(item, false));
    if (value === null || typeof value !== 'object') return value;
    const { title } = value;
    if (typeof title === 'string' && !isTop) {
      named[title] ??= visit(value, true);
      return { $ref: `#/components/schemas/${title}` };
    }
    // A property may be called `title`: then it is a schema.
    const entries = Object.entries(value).filter(([key]) => key !== 'title' || typeof title !== 'string');
    return Object.fromEntries(entries.map(([key, item]) => [key, visit(item, false)]));
  };
  for (const root of roots) visit(plainSchema(root), false);
  const schemas = Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { schemas, referTo: (schema) => visit(plainSchema(schema), false) as JsonObject };
};

export const plainSchema = (schema: TSchema): JsonObject => JSON.parse(JSON.stringify(schema)) as JsonObject;
