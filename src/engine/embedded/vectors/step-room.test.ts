import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../test/support/engine/catalogue-history.ts';
import { takeRoom } from './step-room.ts';

const fill = (count: number) => {
  const random = createRandom(5);
  const room = takeRoom(count);
  const scores = Float32Array.from({ length: count }, () => 2 * random() - 1);
  room.scores.set(scores);
  return { room, scores };
};

describe('the room of a step', () => {
  it.each([1, 6, 1000, 40_001])('finds a floor that about the wanted ones of %i scores reach', (count) => {
    const { room, scores } = fill(count);
    for (const wanted of [1, count / 10, count / 2]) {
      const floor = room.findFloor(count, wanted, 1.25, 0);
      const reached = scores.filter((score) => score >= floor).length;
      // A bin has some of them, and of many scores a quarter is looked at.
      expect(reached).toBeGreaterThan(wanted * 0.9 - (count > 32_768 ? 100 : 1));
      expect(reached).toBeLessThan(wanted * 1.1 + (count > 32_768 ? 300 : 10));
    }
    expect(room.findFloor(count, 2 * count, 1.25, 0)).toBe(-Infinity);
  });

  it.each([5000, 40_001, 400_000])(
    'finds the same floor in %i scores with a margin, and what reaches it',
    (count) => {
      const { room, scores } = fill(count);
      for (const [wanted, margin] of [
        [200, 0.02],
        [count / 10, 0.1],
        [count / 2, 0.3],
      ] as const) {
        const floor = room.findFloor(count, wanted, 1.25, margin);
        expect(floor).toBe(room.findFloor(count, wanted, 1.25, 0) - margin);
        room.findFloor(count, wanted, 1.25, margin);
        const found = room.findReaching(count, floor);
        const reaching = scores.keys().filter((at) => (scores[at] ?? 0) >= Math.fround(floor));
        expect([...room.places.subarray(0, found)]).toEqual([...reaching]);
      }
      room.giveBack();
    },
  );

  it.each([0, 1, 6, 1000])('finds the places of those of %i scores that reach a floor', (count) => {
    const { room, scores } = fill(count);
    room.findFloor(count, 1, 1.25, 0);
    for (const floor of [-Infinity, 0.25, 2]) {
      const found = room.findReaching(count, floor);
      expect([...room.places.subarray(0, found)]).toEqual(
        [...scores.keys()].filter((at) => (scores[at] ?? 0) >= floor),
      );
    }
  });

  it('is used again, and by one question at a time', () => {
    const first = takeRoom(100);
    expect(takeRoom(100)).not.toBe(first);
    first.giveBack();
    expect(takeRoom(50)).toBe(first);
    first.giveBack();
    const larger = takeRoom(200_000);
    expect(larger).not.toBe(first);
    larger.giveBack();
    first.giveBack();
    expect(takeRoom(150_000)).toBe(larger);
  });
});
