import { describe, expect, it } from 'vitest';
import { createLooksModel } from '../../../../bench/support/generated-looks.ts';
import { createCodeStage } from './code-stage.ts';
import { createSparsePart } from './sparse-part.ts';
import { colourOffset, titleOffset, vectorStride } from './vector-shape.ts';

const shape = { looks: 70, colour: 20 };
const stride = vectorStride(shape);
const size = 3000;
const largeSize = 20_000;
const weights = { looks: 1, colour: 0.3 };

const createStage = (size: number) => {
  const vectors = new Float32Array(size * stride);
  const [looks, colour] = [createLooksModel(shape.looks, 20, 1), createLooksModel(shape.colour, 9, 2)];
  for (let picture = 0; picture < size; picture += 1) {
    const at = picture * stride;
    looks.fill(picture, vectors.subarray(at, at + shape.looks));
    colour.fill(picture, vectors.subarray(at + colourOffset(shape), at + colourOffset(shape) + shape.colour));
  }
  const read = (picture: number) => ({ floats: vectors, start: picture * stride });
  const stage = createCodeStage(shape, size, read, createSparsePart(titleOffset(shape), 0, size));
  for (let picture = 0; picture < size; picture += 1) stage.encode(picture, vectors, picture * stride);
  return stage;
};

describe('codes of a list side by side', () => {
  const stage = createStage(size);
  const list = Uint32Array.from({ length: 600 }, (_, at) => (at * 1237) % size).sort();
  const scoreAll = (query: number, pictures: Uint32Array): Float32Array => {
    const scores = new Float32Array(pictures.length);
    for (let from = 0; from < pictures.length; from += 256)
      stage.score(query, pictures, from, Math.min(pictures.length, from + 256), weights, scores);
    return scores;
  };

  it('are there when a list is compared for the second time, and give the same scores', () => {
    expect([stage.isNear(list), stage.isNear(list)]).toEqual([false, true]);
    for (const query of [5, 1400, 5])
      expect(scoreAll(query, list)).toEqual(scoreAll(query, Uint32Array.from(list)));
  });

  it('are made a part at a time where they are long', () => {
    const long = Uint32Array.from({ length: 2500 }, (_, at) => at);
    expect(Array.from({ length: 5 }, () => stage.isNear(long))).toEqual([false, false, false, true, true]);
    expect(scoreAll(9, long)).toEqual(scoreAll(9, Uint32Array.from(long)));
  });

  it('are not made of lists that are short', () => {
    const few = list.slice(0, 200);
    expect([stage.isNear(few), stage.isNear(few)]).toEqual([false, false]);
  });

  it('are made of a longer list for those of its rows that are left', () => {
    const large = createStage(largeSize);
    const long = Uint32Array.from({ length: 4500 }, (_, at) => at * 4 + 1);
    const places = Uint32Array.from({ length: 300 }, (_, at) => at * 15);
    const pictures = Uint32Array.from(places, (place) => long[place] ?? 0);
    const score = (query: number, some: Uint32Array, list: Uint32Array | null): Float32Array => {
      const scores = new Float32Array(some.length);
      large.score(query, some, 0, some.length, weights, scores, list && { list, places });
      return scores;
    };
    for (let question = 0; question < 10; question += 1)
      expect(score(question, pictures, long)).toEqual(score(question, pictures, null));
    // Now it is copied: what is at the places counts, whatever the pictures are said to be.
    const others = pictures.map((picture) => picture + 1);
    expect(score(7, others, long)).toEqual(score(7, pictures, null));
    expect(score(7, others, null)).not.toEqual(score(7, pictures, null));
    expect([large.isNear(long), large.isNear(long)]).toEqual([false, false]);
  });
});
