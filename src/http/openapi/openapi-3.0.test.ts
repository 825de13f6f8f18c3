import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../../../test/support/http/shop.ts';
import { toOpenApi30 } from './openapi-3.0.ts';
import { openApiDocument } from './openapi.ts';
import type { Json, JsonObject } from '../schema/json.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ publicUrl: 'https://kindred.example/' });
});
afterAll(() => shop.close());

/** Every object of a document. */
const listObjects = (value: Json): JsonObject[] => {
  if (Array.isArray(value)) return value.flatMap(listObjects);
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(listObjects)];
};

describe('the 3.0 rendition', () => {
  const document = toOpenApi30(openApiDocument());

  it('writes null as nullable and keeps everything else', () => {
    const objects = listObjects(document);
    expect(objects.filter(({ type }) => type === 'null')).toEqual([]);
    expect(objects.filter(({ nullable }) => nullable === true).length).toBeGreaterThan(30);
    expect(Object.keys(document['paths'] as JsonObject)).toEqual(
      Object.keys(openApiDocument()['paths'] as JsonObject),
    );
    expect(document).toMatchObject({ openapi: '3.0.3', info: { license: { name: 'Apache-2.0' } } });
    expect(document['info']).not.toHaveProperty('summary');
  });

  it('wraps a nullable reference, which takes no neighbours', () => {
    const convert = (schema: Json) =>
      (toOpenApi30({ info: {}, schema })['schema'] as JsonObject | undefined) ?? {};
    const reference = { $ref: '#/x' };
    expect(convert({ anyOf: [reference, { type: 'null' }], description: 'd' })).toEqual({
      allOf: [reference],
      nullable: true,
      description: 'd',
    });
    expect(convert({ anyOf: [{ type: 'string' }, { type: 'null' }] })).toEqual({
      type: 'string',
      nullable: true,
    });
    expect(convert({ anyOf: [{ type: 'string' }, { type: 'number' }] })).toEqual({
      anyOf: [{ type: 'string' }, { type: 'number' }],
    });
  });
});

describe('the served documents', () => {
  it.each(['/openapi.json', '/openapi-3.0.json'])('%s can be read by any page', async (path) => {
    const { status, headers, json } = await shop.send('GET', path, { origin: 'https://tool.example' });
    expect([status, headers['access-control-allow-origin']]).toEqual([200, '*']);
    expect(json).toMatchObject({ servers: [{ url: 'https://kindred.example' }] });
    expect((json as { tags: unknown[] }).tags.length).toBeGreaterThan(1);
  });

  it('describes maps by additionalProperties', () => {
    const text = JSON.stringify(openApiDocument());
    expect(text).not.toContain('patternProperties');
    expect(text).toContain('additionalProperties');
  });
});
