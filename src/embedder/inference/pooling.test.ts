import { describe, expect, it } from 'vitest';
import { chooseOutput, poolOutput, toUnitLength } from './model-file.ts';

describe('pooling', () => {
  it.each([
    [['logits', 'image_embeds'], 'image_embeds'],
    [['last_hidden_state', 'pooler_output'], 'pooler_output'],
    [['something'], 'something'],
    [[], null],
  ])('of the outputs %j chooses %s', (available, expected) => {
    expect(chooseOutput(available)).toBe(expected);
  });

  it.each([
    [
      [1, 3],
      [1, 2, 3],
      [1, 2, 3],
    ],
    [
      [1, 2, 3],
      [1, 2, 3, 4, 5, 6],
      [1, 2, 3],
    ],
    [
      [1, 2, 2, 2],
      [1, 2, 3, 6, 10, 10, 10, 10],
      [3, 10],
    ],
  ])('of dims %j is a vector', (dims, data, expected) => {
    expect([...poolOutput({ data, dims })]).toEqual(expected);
  });

  it('gives unit length, also to zeros', () => {
    expect([...toUnitLength(Float32Array.of(3, 4))].map((value) => Number(value.toFixed(3)))).toEqual([
      0.6, 0.8,
    ]);
    expect(Math.hypot(...toUnitLength(new Float32Array(4)))).toBeCloseTo(1);
  });
});
