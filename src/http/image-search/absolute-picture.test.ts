import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeRecord } from './absolute-picture.ts';
import { beginAnswer } from './answer-writer.ts';

const join = (record: Buffer, baseUrl: string): string => {
  const writer = beginAnswer();
  writeRecord(writer, record, baseUrl);
  return writer.finish().toString();
};

const convert = (record: object, baseUrl = 'https://kindred.example'): unknown =>
  JSON.parse(join(Buffer.from(JSON.stringify(record)), baseUrl));

describe('writeRecord', () => {
  it.each([
    ['/pictures/a.png', 'https://kindred.example/pictures/a.png'],
    ['https://shop.example/a.png', 'https://shop.example/a.png'],
    ['//cdn.example/a.png', '//cdn.example/a.png'],
    ['', ''],
  ])('%s', (imageUrl, expected) => {
    expect(convert({ identifier: 'a', imageUrl })).toEqual({ identifier: 'a', imageUrl: expected });
  });

  it('finds the property where a search of the text finds it', () => {
    const piece = fc.constantFrom(
      '"imageUrl":"',
      '"imageUrl":',
      '"image',
      'Url":"',
      '/',
      '//',
      '"',
      'ü',
      'x:',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const start = text.indexOf('"imageUrl":"') + '"imageUrl":"'.length;
        const isPath = text.includes('"imageUrl":"') && /^\/(?!\/)/.test(text.slice(start));
        const expected = isPath ? `${text.slice(0, start)}BASE${text.slice(start)}` : text;
        expect(join(Buffer.from(text), 'BASE')).toBe(expected);
      }),
    );
  });

  it('leaves a record without a picture alone', () => {
    expect(convert({ identifier: '/a' })).toEqual({ identifier: '/a' });
  });

  it('is not confused by a text that looks like the property', () => {
    const displayText = '"imageUrl":"/x';
    expect(convert({ displayText, imageUrl: '/p.png' })).toEqual({
      displayText,
      imageUrl: 'https://kindred.example/p.png',
    });
  });

  it('changes only the first, which is the record’s own', () => {
    const shop = 'https://shop.example/a.png';
    expect(convert({ imageUrl: '/a', parts: { imageUrl: '/b' } })).toEqual({
      imageUrl: 'https://kindred.example/a',
      parts: { imageUrl: '/b' },
    });
    expect(convert({ imageUrl: shop, parts: { imageUrl: '/b' } })).toEqual({
      imageUrl: shop,
      parts: { imageUrl: '/b' },
    });
  });
});
