import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { namedSchemas } from './named-schemas.ts';
import { Nullable } from './schema-helpers.ts';

const Inner = Type.Object({ a: Type.String() }, { title: 'Inner' });
const Outer = Type.Object({ one: Inner, many: Type.Array(Inner), none: Nullable(Inner) }, { title: 'Outer' });

describe('namedSchemas', () => {
  it('collects every schema with a title, sorted, and refers to them inside each other', () => {
    const { schemas } = namedSchemas([Outer]);
    expect(Object.keys(schemas)).toEqual(['Inner', 'Outer']);
    const reference = { $ref: '#/components/schemas/Inner' };
    expect(schemas['Outer']).toMatchObject({
      properties: {
        one: reference,
        many: { type: 'array', items: reference },
        none: { anyOf: [reference, { type: 'null' }] },
      },
    });
    expect(JSON.stringify(schemas)).not.toContain('title');
  });

  it('keeps a property that is called title', () => {
    const Weights = Type.Object({ title: Type.Optional(Type.Number()) }, { title: 'Weights' });
    expect(namedSchemas([Weights]).schemas['Weights']).toEqual({
      type: 'object',
      properties: { title: { type: 'number' } },
    });
  });

  it('refers to a schema with a title, and writes one without', () => {
    const { referTo } = namedSchemas([Outer]);
    expect(referTo(Inner)).toEqual({ $ref: '#/components/schemas/Inner' });
    expect(referTo(Type.Array(Inner))).toMatchObject({ items: { $ref: '#/components/schemas/Inner' } });
    expect(referTo(Type.Integer({ minimum: 1 }))).toEqual({ type: 'integer', minimum: 1 });
  });
});
