import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../test/support/engine/catalogue-history.ts';
import { createSignStage } from './sign-stage.ts';
import { createSketchStage } from './sketch-stage.ts';
import { createSparsePart } from './sparse-part.ts';

const [looks, colour, count] = [300, 20, 18_000];
const stride = 320;

const random = createRandom(4);
const floats = Float32Array.from({ length: count * stride }, () => random() - 0.5);
const read = (picture: number) => ({ floats, start: picture * stride });
const shape = { looks, colour };
const title = createSparsePart(0, 0, count);
const signs = createSignStage(shape, count, read, title);
for (let picture = 0; picture < count; picture += 1) signs.encode(picture, floats, picture * stride);
const sketches = createSketchStage(shape, count, read, signs, title, null);
for (let picture = 0; picture < count; picture += 1) sketches.encode(picture);

const listOf = (length: number): Uint32Array => Uint32Array.from({ length }, (_, at) => (at * 7919) % count);

type Score = (typeof signs)['score'];

const scoreAll = (score: Score, list: Uint32Array, query: number, weights: Parameters<Score>[4]) => {
  const scores = new Float32Array(list.length);
  for (let from = 0; from < list.length; from += 2048)
    score(query, list, from, Math.min(list.length, from + 2048), weights, scores);
  return scores;
};

/** How far scores are from others, as a share of how far those are from their mean. */
const compare = (scores: Float32Array, others: Float32Array): number => {
  const mean = others.reduce((sum, score) => sum + score, 0) / others.length;
  const squares = (of: (at: number) => number) =>
    Array.from(others.keys()).reduce((sum, at) => sum + of(at) ** 2, 0);
  const error = squares((at) => (scores[at] ?? 0) - (others[at] ?? 0));
  return Math.sqrt(error / squares((at) => (others[at] ?? 0) - mean));
};

describe('bits in blocks', () => {
  it.each([
    { looks: 1, colour: 0.3 },
    { looks: 1, colour: 0 },
    { looks: 0, colour: 1 },
  ])('give nearly the scores of a query in three bits: %o', (weights) => {
    const list = listOf(4305);
    scoreAll(signs.score, list, 0, weights);
    expect(signs.isNear(list)).toBe(false);
    // Bits are copied by questions after the first one, some at once.
    for (let turn = 0; turn < 10; turn += 1) scoreAll(signs.score, list, 0, weights);
    expect(signs.isNear(list)).toBe(true);
    for (const query of [0, 77, 17_999, 77]) {
      // Those of another list of the same pictures are compared where they lie.
      const there = scoreAll(signs.scoreFinely, list.slice(), query, weights);
      expect(compare(scoreAll(signs.scoreFinely, list, query, weights), there)).toBeLessThan(0.3);
    }
  });

  it('leave scores where one question at a time finds them', () => {
    const [list, weights] = [listOf(4305), { looks: 1, colour: 0.3 }];
    for (let turn = 0; turn < 11; turn += 1) scoreAll(signs.score, list, 0, weights);
    const room = signs.takeRoom(list);
    expect(signs.takeRoom(list)).toBeNull();
    const inRoom = room?.scores ?? new Float32Array(0);
    const before = scoreAll(signs.scoreFinely, list, 7, weights);
    for (let from = 0; from < list.length; from += 2048)
      signs.scoreFinely(7, list, from, Math.min(list.length, from + 2048), weights, inRoom);
    // Another question of the same list does not touch them.
    const other = scoreAll(signs.scoreFinely, list, 8, weights);
    expect(inRoom.slice(0, list.length)).toEqual(before);
    expect(other).not.toEqual(before);
    room?.giveBack();
    expect(signs.takeRoom(list)).toBe(room);
    room?.giveBack();
    signs.scoreFinely(7, list, 0, list.length, { looks: 0, colour: 0 }, inRoom);
    expect(new Set(inRoom.slice(0, list.length))).toEqual(new Set([0]));
  });

  it('give nearly the scores of sketches where these lie', () => {
    const [list, weights] = [listOf(17_001), { looks: 1, colour: 0.3 }];
    for (let turn = 0; turn < 12; turn += 1) scoreAll(sketches.score, list, 5, weights);
    for (const query of [5, 6, 5]) {
      const there = scoreAll(sketches.score, list.slice(), query, weights);
      expect(compare(scoreAll(sketches.score, list, query, weights), there)).toBeLessThan(0.3);
    }
  });
});
