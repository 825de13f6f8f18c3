import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { halvePixels } from './product-view.ts';

/** Grey pixels. */
const draw = (rows: readonly (readonly number[])[]) => ({
  width: rows[0]?.length ?? 0,
  height: rows.length,
  data: Uint8Array.from(rows.flat().flatMap((value) => [value, value, value])),
});

describe('half of a picture', () => {
  it.each([
    [
      [
        [0, 100],
        [100, 200],
      ],
      [[100]],
    ],
    [[[10, 20, 30, 50]], [[15, 40]]],
    [[[10], [20]], [[15]]],
    [[[7]], [[7]]],
    [
      [
        [0, 0, 8, 8, 99],
        [0, 0, 8, 8, 99],
        [4, 4, 2, 2, 99],
        [4, 4, 2, 2, 99],
        [99, 99, 99, 99, 99],
      ],
      [
        [0, 8],
        [4, 2],
      ],
    ],
  ])('of %j is %j', (before, after) => {
    expect(halvePixels(draw(before))).toEqual(draw(after));
  });

  it('keeps channels apart, and stays between the least and the largest value', () => {
    const side = { min: 1, max: 9 };
    fc.assert(
      fc.property(
        fc.integer(side),
        fc.integer(side),
        fc.uint8Array({ minLength: 3, maxLength: 3 }),
        (width, height, colour) => {
          const data = Uint8Array.from({ length: width * height * 3 }, (_, at) => colour[at % 3] ?? 0);
          const half = halvePixels({ width, height, data });
          expect([half.width, half.height]).toEqual([Math.max(1, width >> 1), Math.max(1, height >> 1)]);
          expect(half.data).toHaveLength(half.width * half.height * 3);
          expect(half.data.every((value, at) => value === colour[at % 3])).toBe(true);
        },
      ),
    );
  });
});
