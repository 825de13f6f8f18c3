import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openDeferredRows } from '../magento/magento.ts';
import { declaredSeparator, inspectDialect } from '../csv/dialect.ts';
import { createItemBuilder } from './item.ts';

type Node = readonly [name: string, inside: string | readonly Node[], attributes?: Record<string, string>];

/** Feeds elements to a builder as a parser does. */
const build = (nodes: readonly Node[], attributes: Record<string, string> = {}) => {
  const builder = createItemBuilder(attributes);
  const add = ([name, inside, own = {}]: Node): void => {
    builder.open(name, own);
    if (typeof inside === 'string') builder.text(inside);
    else inside.forEach(add);
    expect(builder.close()).toBe(false);
  };
  nodes.forEach(add);
  expect(builder.close()).toBe(true);
  return builder;
};
const rowOf = (nodes: readonly Node[], attributes: Record<string, string> = {}) => ({
  ...build(nodes, attributes).row(),
});

describe('createItemBuilder', () => {
  it.each<[string, readonly Node[], Record<string, unknown>]>([
    [
      'plain values',
      [
        ['id', '1'],
        ['title', ' Tee '],
      ],
      { id: '1', title: 'Tee' },
    ],
    ['a prefix', [['g:price', '9 EUR']], { price: '9 EUR' }],
    [
      'an empty element',
      [
        ['title', ''],
        ['id', '1'],
      ],
      { id: '1' },
    ],
    [
      'a repeated element',
      [
        ['image', 'a'],
        ['image', 'b'],
        ['image', 'c'],
      ],
      { image: ['a', 'b', 'c'] },
    ],
    [
      'the prefixed one of two',
      [
        ['title', 'plain'],
        ['g:title', 'google'],
      ],
      { title: 'google' },
    ],
    [
      'the prefixed one, also when it comes first',
      [
        ['g:title', 'google'],
        ['title', 'plain'],
      ],
      { title: 'google' },
    ],
    [
      'nested values',
      [
        [
          'size',
          [
            ['w', '1'],
            ['h', '2'],
          ],
        ],
      ],
      { size: { w: '1', h: '2' } },
    ],
    ['entities that were escaped twice', [['title', 'Caf&eacute; &amp; Bar']], { title: 'Café & Bar' }],
    ['an entity that does not exist', [['title', 'A &nonsense; B']], { title: 'A &nonsense; B' }],
    ['a page link of Atom', [['link', '', { href: 'https://x.example/1' }]], { link: 'https://x.example/1' }],
    ['an alternate link', [['link', '', { href: '/a', rel: 'alternate' }]], { link: '/a' }],
    [
      'another link',
      [
        ['link', '', { href: '/a', rel: 'self' }],
        ['id', '1'],
      ],
      { id: '1' },
    ],
  ])('reads %s', (_, nodes, expected) => {
    expect(JSON.parse(JSON.stringify(rowOf(nodes)))).toEqual(expected);
  });

  it('reads attributes of the item, but not those of XML itself', () => {
    expect(rowOf([['title', 'T']], { id: '7', xmlns: 'urn:x', 'xml:lang': 'en' })).toEqual({
      id: '7',
      title: 'T',
    });
  });

  it('keeps the text of markup that was not escaped', () => {
    const builder = createItemBuilder({});
    builder.open('description', {});
    builder.text('Soft ');
    builder.open('b', {});
    builder.text('cotton');
    builder.close();
    builder.text(' tee');
    builder.close();
    expect(builder.row()['description']).toBe('Soft cotton tee');
  });

  it('is a fault when elements are nested too deeply, and still finds its end', () => {
    const builder = createItemBuilder({});
    for (let depth = 0; depth < 40; depth++) builder.open('x', {});
    for (let depth = 0; depth < 40; depth++) expect(builder.close()).toBe(false);
    expect(builder.close()).toBe(true);
    expect(builder.fault()).toMatch(/nested/);
  });

  it('is a fault with too many elements or too much text', () => {
    const many = createItemBuilder({});
    for (let at = 0; at < 10_001; at++) {
      many.open('x', {});
      many.close();
    }
    expect(many.fault()).toMatch(/more than 10000 elements/);
    const long = createItemBuilder({});
    long.open('x', {});
    for (let at = 0; at < 3; at++) long.text('y'.repeat(1024 * 1024));
    expect(long.fault()).toMatch(/characters/);
  });

  it('has rows without a prototype', () => {
    const row = build([
      ['__proto__', 'x'],
      ['a', [['constructor', 'y']]],
    ]).row();
    expect(Object.getPrototypeOf(row)).toBeNull();
    expect(Object.keys(row)).toEqual(['__proto__', 'a']);
  });
});

describe('openDeferredRows', () => {
  it('returns a row under its key once', () => {
    const rows = openDeferredRows();
    expect(rows.put('a', { line: 3, row: { sku: 'a' } })).toBeNull();
    expect(rows.take('a')).toEqual({ line: 3, row: { sku: 'a' } });
    expect(rows.take('a')).toBeNull();
    rows.close();
  });

  it('hands out the row that another one replaces', () => {
    const rows = openDeferredRows();
    rows.put('a', { line: 3, row: { n: 1 } });
    expect(rows.put('a', { line: 9, row: { n: 2 } })).toEqual({ line: 3, row: { n: 1 } });
    expect(rows.take('a')?.line).toBe(9);
    rows.close();
  });

  it('keeps the rest in the order of the feed', () => {
    const rows = openDeferredRows();
    for (const line of [7, 2, 5]) rows.put(`k${line}`, { line, row: {} });
    expect(Array.from(rows.rest(), ({ line }) => line)).toEqual([2, 5, 7]);
    rows.close();
  });

  it('remembers facts by kind and key', () => {
    const rows = openDeferredRows();
    rows.setFact('parent', 'a', 'x');
    rows.setFact('parent', 'a', 'y');
    expect(rows.getFact('parent', 'a')).toBe('y');
    expect(rows.getFact('price', 'a')).toBeNull();
    rows.close();
  });

  it('stores any row as it was', () => {
    const value = fc.oneof(fc.string(), fc.array(fc.string()), fc.boolean(), fc.constant(null));
    const rows = openDeferredRows();
    fc.assert(
      fc.property(fc.string(), fc.dictionary(fc.string(), value), (key, row) => {
        rows.put(key, { line: 1, row });
        expect({ ...rows.take(key)?.row }).toEqual({ ...row });
      }),
    );
    rows.close();
  });
});

describe('the dialect of a CSV feed', () => {
  it.each([
    [['id,name', '1,a', '2,b'], ',', '"'],
    [['id;name;price', '1;a;1,5', '2;b;2,5'], ';', '"'],
    [['id\tname', '1\ta,b'], '\t', '"'],
    [['id|name', '1|a'], '|', '"'],
    [['id,name', '1,"a;b;c;d"', '2,"e;f;g;h"'], ',', '"'],
    [['id;text', '1;"a, b, c"', '2;"d, e"'], ';', '"'],
    [['only one column', 'a', 'b'], ',', '"'],
    [[], ',', '"'],
    [["'id','name'", "'1','a'", "'2','b'"], ',', "'"],
    [['id,name', "1,it's", "2,dogs'"], ',', '"'],
  ])('of %j', (lines, separator, quote) => {
    expect(inspectDialect(lines)).toEqual({ separator, quote });
  });

  it.each([
    ['sep=;', ';'],
    ['SEP=,', ','],
    ['"sep=|"', '|'],
    ['sep=', null],
    ['sep=ab', null],
    ['separator', null],
  ])('declared by "%s" is %s', (line, expected) => {
    expect(declaredSeparator(line)).toBe(expected);
  });
});
