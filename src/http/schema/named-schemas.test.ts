import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { escapeHtml, jsonBlock, prose, table } from '../docs/api/html.ts';
import { renderSchemas, typeLink, typeName } from '../docs/api/schema-section.ts';
import { namedSchemas } from './named-schemas.ts';
import { Nullable, StringEnum } from './schema-helpers.ts';

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

describe('names of types on the docs page', () => {
  it.each<[object, string]>([
    [{ type: 'string' }, 'string'],
    [{ type: 'integer', format: 'int32' }, 'integer (int32)'],
    [{ type: 'integer', minimum: 1, maximum: 5 }, 'integer, 1 to 5'],
    [{ $ref: '#/components/schemas/Filter' }, 'Filter'],
    [{ type: 'array', items: { $ref: '#/x/Filter' } }, 'array of Filter'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string, nullable'],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, 'string or number'],
    [{ enum: ['asc', 'desc'] }, 'one of asc, desc'],
    [{}, 'anything'],
  ])('%j', (schema, expected) => {
    expect(typeName(schema)).toBe(expected);
  });

  it('link to named schemas and escape everything else', () => {
    expect(typeLink({ $ref: '#/components/schemas/Filter' })).toBe('<a href="#schema-Filter">Filter</a>');
    expect(typeLink(JSON.parse(JSON.stringify(StringEnum(['<b>', '&']))) as object)).toBe(
      'one of &lt;b&gt;, &amp;',
    );
  });
});

describe('HTML of the docs page', () => {
  it('escapes texts, and knows code marks', () => {
    expect(escapeHtml(`<a href="x" title='y'>&`)).toBe('&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;');
    expect(prose('Use `<b>` & `x`')).toBe('Use <code>&lt;b&gt;</code> &amp; <code>x</code>');
    expect(prose(undefined)).toBe('');
    expect(jsonBlock({ a: '<script>' }, '"label"')).not.toMatch(/<script>|aria-label=""label/);
  });

  it('renders tables and the fields of schemas', () => {
    expect(table(['A', 'B'], [['1', '2']])).toContain('<tr><td>1</td><td>2</td></tr>');
    const html = renderSchemas({
      Thing: {
        description: 'About `it`.',
        required: ['a'],
        properties: { a: { type: 'string' }, b: { type: 'number' } },
      },
    });
    expect(html).toContain('<section id="schema-Thing">');
    expect(html).toContain('About <code>it</code>.');
    expect(html).toMatch(/<code>a<\/code><\/td>/);
    expect(html).toMatch(/<code>b<\/code> <i>optional<\/i>/);
  });
});
