import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createItemStore, writeItem } from './packed-items.ts';

const megabyte = 1 << 20;

const readAt = (store: ReturnType<typeof createItemStore>, place: number): string => {
  const { bytes, start, end } = store.at(place);
  return bytes.toString('utf8', start, end);
};

describe('packed items', () => {
  it('are read as they were added, and stored once', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 300 }), { maxLength: 40 }), (texts) => {
        const store = createItemStore({ bytes: 4 * megabyte });
        const places = texts.map((text) => store.add(text));
        expect(places.map((place) => readAt(store, place))).toEqual(texts);
        expect(new Set(places).size).toBe(new Set(texts).size);
      }),
    );
  });

  it('fill several pieces of memory', () => {
    const store = createItemStore({ bytes: 4 * megabyte });
    const texts = Array.from({ length: 90 }, (_, at) =>
      String(at).padEnd(25_000 + at, at % 2 === 0 ? 'ä' : 'x'),
    );
    const places = texts.map((text) => store.add(text));
    expect(store.bytes).toBeGreaterThan(2 * megabyte);
    expect(places.map((place) => readAt(store, place) === texts[places.indexOf(place)])).not.toContain(false);
  });

  it('are refused when they are too long, or there is no room', () => {
    const store = createItemStore({ bytes: megabyte });
    expect(store.add('x'.repeat(65_536))).toBe(-1);
    const places = Array.from({ length: 30 }, (_, at) => store.add(String(at).padEnd(50_000)));
    expect(places.filter((place) => place >= 0)).toHaveLength(20);
    expect(places.slice(20)).toEqual(Array.from({ length: 10 }, () => -1));
    expect(store.bytes).toBe(megabyte);
  });

  it('stay where they are when the store is sealed', () => {
    const store = createItemStore({ bytes: megabyte });
    const place = store.add('a');
    store.seal();
    expect(readAt(store, place)).toBe('a');
    expect(() => store.at(5 * megabyte)).toThrow('There is no item');
  });
});

describe('writeItem', () => {
  it.each([
    [{ text: 'red "x"', displayText: 'Red "X"', url: null }],
    [{ text: 'größe', displayText: 'Größe', url: 'https://shop.example/?q=gr%C3%B6%C3%9Fe' }],
  ])('leaves out only the end of %j', (item) => {
    expect(JSON.parse(`${writeItem({ ...item })}}`)).toEqual(item);
  });
});
