import { describe, expect, it } from 'vitest';
import { createHeavyHitters } from './heavy-hitters.ts';
import { createHourlyCounter } from './hour-counter.ts';

const count = (text: string, found = true) => ({
  status: 200,
  elapsedMs: 1,
  input: { kind: 'pattern' as const, text, found },
});

describe('createHourlyCounter', () => {
  it('asks once whether a text may be kept, and counts each call', () => {
    const asked: string[] = [];
    const counter = createHourlyCounter((text) => {
      asked.push(text);
      return true;
    });
    for (const _ of [1, 2, 3]) counter.count(count('lamp'));
    counter.count(count('lamp', false));
    expect(asked).toEqual(['lamp']);
    expect(counter.tops().pattern).toEqual({
      all: [{ text: 'lamp', count: 4 }],
      failed: [{ text: 'lamp', count: 1 }],
    });
  });

  it('never stores a text that may not be kept, however often it comes', () => {
    const counter = createHourlyCounter((text) => !text.includes('@'));
    for (const _ of [1, 2, 3]) counter.count(count('me@shop.example', false));
    expect(counter.tops().pattern).toEqual({ all: [], failed: [] });
    expect(counter.sums).toMatchObject({ calls: 3, notFound: 3 });
  });
});

describe('addKnown', () => {
  it('counts what is in the list, and nothing else', () => {
    const hitters = createHeavyHitters(2);
    expect(hitters.addKnown('lamp')).toBe(false);
    hitters.add('lamp');
    expect(hitters.addKnown('lamp')).toBe(true);
    expect(hitters.top(5)).toEqual([{ text: 'lamp', count: 2 }]);
  });
});
