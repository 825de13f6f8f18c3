import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeptRecords } from './kept-records.ts';

const kilobytes = 1024;

const open = (maximumBytes: number) => {
  const evicted: number[] = [];
  const dead = new Set<number>();
  const records = new KeptRecords(maximumBytes, {
    isAlive: (owner) => !dead.has(owner),
    onEvicted: ({ bytes }) => void evicted.push(bytes),
  });
  const add = (owner: number, key: string, value: string): void => {
    const { bytes, start } = records.add(owner, 1, key, value.length);
    bytes.write(value, start, 'latin1');
  };
  const find = (owner: number, key: string): string | null => {
    const place = records.find(owner, key);
    if (place < 0) return null;
    const { bytes, start, end } = records.valueAt(place);
    return bytes.toString('latin1', start, end);
  };
  return { records, evicted, dead, add, find };
};

describe('kept records', () => {
  it('never give anything but the last value of an owner and a key, however often room was made', () => {
    const step = fc.record({
      owner: fc.integer({ min: 1, max: 3 }),
      key: fc.nat(30).map((number) => `ключ ${number}`),
      length: fc.nat(6_000),
      letter: fc.constantFrom('a', 'b', 'c'),
      what: fc.constantFrom('add', 'add', 'find', 'remove'),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 100, maxLength: 400, size: 'max' }), (steps) => {
        const { add, find } = open(100 * kilobytes);
        const model = new Map<string, string>();
        for (const { owner, key, length, letter, what } of steps) {
          const name = `${owner} ${key}`;
          const found = find(owner, key);
          if (found !== null) expect(found).toBe(model.get(name));
          if (what === 'add' && found === null) {
            model.set(name, letter.repeat(length));
            add(owner, key, letter.repeat(length));
            expect(find(owner, key)).toBe(model.get(name));
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  it('are all found until the room is used up, also after the table has grown', () => {
    const { add, find, evicted } = open(4_000 * kilobytes);
    for (let number = 0; number < 5_000; number += 1) add(1, `key ${number}`, `value ${number}`);
    for (let number = 0; number < 5_000; number += 1)
      expect(find(1, `key ${number}`)).toBe(`value ${number}`);
    expect(evicted).toEqual([]);
  });

  it('make room by leaving out what was not found since the last time, a piece at a time', () => {
    const { add, find, evicted } = open(128 * kilobytes);
    const value = 'x'.repeat(1_000);
    add(1, 'popular', value);
    for (let number = 0; number < 1_000; number += 1) {
      const before = evicted.length;
      add(1, `key ${number}`, value);
      expect(evicted.length - before).toBeLessThan(17);
      expect(find(1, 'popular')).toBe(value);
    }
    expect(find(1, 'key 0')).toBeNull();
    expect(find(1, 'key 999')).toBe(value);
  });

  it('make room also where everything was found', () => {
    const { add, find, evicted } = open(128 * kilobytes);
    const value = 'x'.repeat(1_000);
    for (let number = 0; number < 1_000; number += 1) {
      add(1, `key ${number}`, value);
      for (let before = 0; before <= number; before += 1) find(1, `key ${before}`);
    }
    expect(find(1, 'key 999')).toBe(value);
    expect(evicted.length).toBeGreaterThan(850);
  });

  it('make room by leaving out those of an owner that is gone', () => {
    const { add, find, evicted, dead } = open(128 * kilobytes);
    const value = 'x'.repeat(1_000);
    for (let number = 0; number < 50; number += 1) add(1, `gone ${number}`, value);
    for (let number = 0; number < 50; number += 1) find(1, `gone ${number}`);
    dead.add(1);
    for (let number = 0; number < 100; number += 1) add(2, `key ${number}`, value);
    expect(evicted.length).toBeGreaterThan(20);
    for (let number = 50; number < 100; number += 1) expect(find(2, `key ${number}`)).toBe(value);
  });

  it('do not take what is larger than a piece', () => {
    const { records } = open(128 * kilobytes);
    expect([records.fits(10, 15_000), records.fits(10, 17_000)]).toEqual([true, false]);
    expect(open(1_000).records.fits(1, 1)).toBe(false);
  });
});
