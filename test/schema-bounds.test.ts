import { describe, expect, it } from 'vitest';
import { declarationSchema } from '../src/declare/schema/declaration-schema.ts';
import { routeTable } from '../src/http/admin/route-table.ts';
import type { Route } from '../src/http/admin/contract/route.ts';
import { EventBundle } from '../src/http/events/openapi.ts';
import { ProductDataList } from '../src/http/product-data/schema.ts';

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listNodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

/** Lists without `maxItems`, texts without `maxLength` and whole numbers without bounds, by their path; values of an enumeration are bounded. */
const findUnbounded = (schema: unknown, path: string): string[] => {
  if (!isNode(schema)) return [];
  const types = [schema['type']].flat();
  const isChoice = schema['enum'] !== undefined || schema['const'] !== undefined;
  const faults = [
    ...(types.includes('array') && schema['maxItems'] === undefined
      ? [`${path}: a list without maxItems`]
      : []),
    ...(types.includes('string') && !isChoice && schema['maxLength'] === undefined
      ? [`${path}: a text without maxLength`]
      : []),
    ...(types.includes('integer') && (schema['minimum'] === undefined || schema['maximum'] === undefined)
      ? [`${path}: a whole number without bounds`]
      : []),
  ];
  const properties = isNode(schema['properties']) ? Object.entries(schema['properties']) : [];
  const branches = ['anyOf', 'oneOf', 'allOf'].flatMap((word) => listNodes(schema[word]));
  return [
    ...faults,
    ...properties.flatMap(([name, inner]) => findUnbounded(inner, `${path}.${name}`)),
    ...branches.flatMap((inner) => findUnbounded(inner, path)),
    ...findUnbounded(schema['items'], `${path}[]`),
    ...findUnbounded(schema['additionalProperties'], `${path}.*`),
  ];
};

const inputs: readonly (readonly [name: string, schema: unknown])[] = [
  ['the declaration', declarationSchema],
  ['product data', ProductDataList],
  ['events', EventBundle],
  ...(routeTable as readonly Route[]).flatMap(({ id, body, query }): [string, unknown][] => [
    ...(body === undefined ? [] : [[`the body of ${id}`, body] as [string, unknown]]),
    ...(query === undefined ? [] : [[`the query of ${id}`, query] as [string, unknown]]),
  ]),
];

describe('schemas of what callers send', () => {
  it.each(inputs)('%s bounds every list, text and whole number', (_name, schema) => {
    expect(findUnbounded(schema, '$')).toEqual([]);
  });

  it('are walked into lists, unions and objects', () => {
    const loose = {
      type: 'object',
      properties: {
        a: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] } },
      },
    };
    expect(findUnbounded(loose, '$')).toEqual([
      '$.a: a list without maxItems',
      '$.a[]: a text without maxLength',
      '$.a[]: a whole number without bounds',
    ]);
  });
});
