import type { JsonObject } from '../../schema/json.ts';
import { escapeHtml, prose, table } from './html.ts';

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
    .map(([name, { properties = {}, required = [], description }]) => {
      const rows = Object.entries(properties).map(([field, property]) => [
        `<code>${escapeHtml(field)}</code>${required.includes(field) ? '' : ' <i>optional</i>'}`,
        typeLink(property),
        prose(property.description ?? property.anyOf?.[0]?.description),
      ]);
      const about = description === undefined ? '' : `<p>${prose(description)}</p>`;
      return `<section id="schema-${name}"><h3>${name}</h3>${about}${table(['Field', 'Type', 'Meaning'], rows)}</section>`;
    })
    .join('\n');

/** `array of Filter, nullable`, `integer (int32)`, `one of asc, desc`. */
export const typeName = (schema: Schema): string => formatType(schema, (name) => name);

/** The same as HTML, with links to the fields of named schemas. */
export const typeLink = (schema: Schema): string =>
  formatType(schema, (name) => `<a href="#schema-${name}">${name}</a>`, escapeHtml);

const formatType = (
  schema: Schema,
  reference: (name: string) => string,
  plain: (text: string) => string = (text) => text,
): string => {
  const { $ref, anyOf, type = 'anything', format, items, minimum, maximum } = schema;
  if ($ref !== undefined) return reference($ref.slice($ref.lastIndexOf('/') + 1));
  if (anyOf !== undefined) return alternatives(anyOf, (each) => formatType(each, reference, plain));
  if (schema.enum !== undefined) return plain(`one of ${schema.enum.join(', ')}`);
  if (type === 'array') return `array of ${formatType(items ?? {}, reference, plain)}`;
  return plain(`${type}${format === undefined ? '' : ` (${format})`}${rangeText(minimum, maximum)}`);
};

const rangeText = (minimum: number | undefined, maximum: number | undefined): string => {
  if (minimum === undefined) return maximum === undefined ? '' : `, at most ${maximum}`;
  return maximum === undefined ? `, at least ${minimum}` : `, ${minimum} to ${maximum}`;
};

const alternatives = (schemas: readonly Schema[], nameOf: (schema: Schema) => string): string => {
  const names = schemas.filter(({ type }) => type !== 'null').map(nameOf);
  const nullable = names.length < schemas.length ? ', nullable' : '';
  return `${[...new Set(names)].join(' or ')}${nullable}`;
};
