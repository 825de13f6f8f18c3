import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHeavyHitters } from './heavy-hitters.ts';
import { createHourlyCounter } from './hour-counter.ts';

const countAll = (texts: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
};

const fill = (texts: readonly string[], capacity?: number) => {
  const hitters = createHeavyHitters(capacity);
  for (const text of texts) hitters.add(text);
  return hitters;
};

describe('createHeavyHitters', () => {
  it('counts exactly while there is room, most frequent first, ties by text', () => {
    expect(fill(['b', 'a', 'c', 'b', 'c'], 10).top(10)).toEqual([
      { text: 'b', count: 2 },
      { text: 'c', count: 2 },
      { text: 'a', count: 1 },
    ]);
  });

  it('is empty at first, and lists no more than asked for', () => {
    expect(createHeavyHitters().top(5)).toEqual([]);
    expect(fill(['a', 'b', 'c']).top(2)).toHaveLength(2);
    expect(fill(['a']).top(0)).toEqual([]);
  });

  it('replaces the rarest and never counts a text too often', () => {
    const hitters = fill(['a', 'a', 'a', 'b', 'c'], 2);
    expect(hitters.top(2)).toEqual([
      { text: 'a', count: 3 },
      { text: 'c', count: 1 },
    ]);
  });

  it('keeps what is frequent among many that occur once', () => {
    const once = Array.from({ length: 2000 }, (_, index) => `once ${index}`);
    const texts = once.flatMap((text, index) => (index % 5 === 0 ? [text, 'often'] : [text]));
    const [first] = fill(texts, 16).top(1);
    expect(first?.text).toBe('often');
    expect(first?.count).toBeLessThanOrEqual(400);
  });

  it('has every text above its share of the input, and counts no more than there were', () => {
    const inputs = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), { maxLength: 200 });
    fc.assert(
      fc.property(inputs, fc.integer({ min: 1, max: 6 }), (texts, capacity) => {
        const truth = countAll(texts);
        const top = fill(texts, capacity).top(100);
        expect(top.length).toBeLessThanOrEqual(capacity);
        for (const { text, count } of top) {
          expect(count).toBeGreaterThan(0);
          expect(count).toBeLessThanOrEqual(truth.get(text) ?? 0);
        }
        for (const [text, count] of truth)
          if (count > texts.length / capacity) expect(top.map((each) => each.text)).toContain(text);
      }),
    );
  });
});

describe('createHourlyCounter', () => {
  const call = (text: string, found: boolean, kind: 'pattern' | 'identifier' = 'pattern') => ({
    status: 200,
    elapsedMs: 3,
    input: { kind, text, found },
  });

  it('sums calls, answers and errors', () => {
    const counter = createHourlyCounter(() => true);
    counter.count(call('shoes', true));
    counter.count(call('shoos', false));
    counter.count({ status: 400, elapsedMs: 1, input: null });
    counter.count({ status: 399, elapsedMs: 1, input: null });
    expect(counter.sums).toEqual({ calls: 4, found: 1, notFound: 1, errors: 1 });
  });

  it('lists inputs by kind, and those without an answer apart', () => {
    const counter = createHourlyCounter(() => true);
    for (const found of [true, true, false]) counter.count(call('shoes', found));
    counter.count(call('p1', false, 'identifier'));
    expect(counter.tops()).toEqual({
      pattern: { all: [{ text: 'shoes', count: 3 }], failed: [{ text: 'shoes', count: 1 }] },
      identifier: { all: [{ text: 'p1', count: 1 }], failed: [{ text: 'p1', count: 1 }] },
    });
  });

  it('counts a call whose text may not be kept, without the text', () => {
    const counter = createHourlyCounter((text) => !text.includes('@'));
    counter.count(call('a@b.example', false));
    expect(counter.sums).toMatchObject({ calls: 1, notFound: 1 });
    expect(counter.tops().pattern).toEqual({ all: [], failed: [] });
  });

  it('cuts long texts before they are counted and checked', () => {
    const seen: number[] = [];
    const counter = createHourlyCounter((text) => seen.push(text.length) > 0);
    counter.count(call('x'.repeat(500), true));
    expect(seen).toEqual([100]);
    expect(counter.tops().pattern.all[0]?.text).toHaveLength(100);
  });
});
