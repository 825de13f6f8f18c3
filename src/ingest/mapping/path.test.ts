import { describe, expect, it } from 'vitest';
import type { RawRow } from '../formats/feed.ts';
import { createPathReader, createTemplateReader } from './mapping.ts';

const row: RawRow = {
  id: 'a/b',
  'price.value': 'column with a dot',
  price: { value: 5, currency: 'EUR' },
  images: [{ url: '1.png', sizes: [1, 2] }, { url: '2.png' }, {}],
  tags: ['x', 'y'],
  nothing: null,
};

describe('a path', () => {
  it.each([
    ['id', 'a/b'],
    ['absent', undefined],
    ['price.value', 'column with a dot'],
    ['price.currency', 'EUR'],
    ['price.absent', undefined],
    ['images[1].url', '2.png'],
    ['images[9].url', undefined],
    ['images[].url', ['1.png', '2.png']],
    ['images[].sizes[]', [1, 2]],
    ['tags[0]', 'x'],
    ['tags[]', ['x', 'y']],
    ['nothing.more', null],
    ['id.more', undefined],
    ['price.constructor', undefined],
    ['price[0]', undefined],
  ])('%s', (path, value) => {
    expect(createPathReader(path)(row)).toEqual(value);
  });
});

describe('a template', () => {
  it.each([
    ['https://shop.example/p/{id}', 'https://shop.example/p/a%2Fb'],
    ['{price.currency}-{images[0].url}', 'EUR-1.png'],
    ['/{absent}', undefined],
    ['/{tags}', undefined],
    ['no names', 'no names'],
  ])('%s', (template, value) => {
    expect(createTemplateReader(template)(row)).toBe(value);
  });
});
