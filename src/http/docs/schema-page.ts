import type { JsonObject } from '../json.ts';
import { escapeHtml, table } from './html.ts';

/** The keywords of JSON Schema that our own schemas use. */
type Schema = {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly type?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
};

export const renderSchemas = (schemas: Readonly<Record<string, JsonObject>>): string =>
  Object.entries(schemas as Record<string, Schema>)
    .map(([name, { properties = {}, required = [] }]) => {
      const rows = Object.entries(properties).map(([field, property]) => [
        `<code>${escapeHtml(field)}</code>${required.includes(field) ? '' : ' <i>optional</i>'}`,
        escapeHtml(typeName(property)),
        escapeHtml(property.description ?? property.anyOf?.[0]?.description ?? ''),
      ]);
      return `<details id="schema-${name}"><summary>${name}</summary>${table(['Field', 'Type', 'Meaning'], rows)}</details>`;
    })
    .join('\n');

/** `array of Filter, nullable`, `integer (int32)`, `one of asc, desc`. */
export const typeName = (schema: Schema): string => {
  const { $ref, anyOf, type = 'anything', format, items, minimum, maximum } = schema;
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1);
  if (anyOf !== undefined) return `${typeName(anyOf[0] ?? {})}, nullable`;
  if (schema.enum !== undefined) return `one of ${schema.enum.join(', ')}`;
  if (type === 'array') return `array of ${typeName(items ?? {})}`;
  const range = minimum === undefined ? '' : `, ${minimum} to ${maximum}`;
  return `${type}${format === undefined ? '' : ` (${format})`}${range}`;
};
