import { describe, expect, it } from 'vitest';
import { FrequencySketch } from './frequency-sketch.ts';

const hashOf = (number: number): number => Math.imul(number + 1, 0x9e3779b1) >>> 0;

describe('a sketch of frequencies', () => {
  it('never counts too little, and seldom too much', () => {
    const sketch = new FrequencySketch();
    for (let number = 0; number < 20_000; number += 1)
      for (let time = 0; time <= number % 5; time += 1) sketch.add(hashOf(number));
    let exact = 0;
    for (let number = 0; number < 20_000; number += 1) {
      const estimate = sketch.estimate(hashOf(number));
      expect(estimate).toBeGreaterThanOrEqual((number % 5) + 1);
      if (estimate === (number % 5) + 1) exact += 1;
    }
    expect(exact).toBeGreaterThan(19_500);
    expect(sketch.estimate(hashOf(50_000))).toBeLessThan(2);
  });

  it('forgets what was asked for long ago', () => {
    const sketch = new FrequencySketch();
    for (let time = 0; time < 12; time += 1) sketch.add(hashOf(1));
    for (let time = 0; time < 1 << 18; time += 1) sketch.add(hashOf(2));
    expect(sketch.estimate(hashOf(1))).toBe(6);
    expect(sketch.estimate(hashOf(2))).toBeLessThanOrEqual(15);
  });
});
