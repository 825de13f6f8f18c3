import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../test/support/engine/catalogue-history.ts';
import { createSideBySide } from './side-by-side.ts';
import { createSignStage } from './sign-stage.ts';
import { createSparsePart } from './sparse-part.ts';

const createCopies = () =>
  createSideBySide(
    { fewestRows: 2, mostRows: 6, copies: 2 },
    () => ({ filled: 0, rows: [] as number[] }),
    ({ rows }, list, from, to) => rows.push(...list.subarray(from, to)),
  );

describe('copies of rows side by side', () => {
  const list = Uint32Array.of(9, 7, 5, 3);

  it('are filled while a list is compared for the second time', () => {
    const { find } = createCopies();
    expect([find(list, 0, 2), find(list, 2, 4)]).toEqual([null, null]);
    expect(find(list, 0, 2)?.rows).toEqual([9, 7]);
    expect(find(list, 2, 4)?.rows).toEqual([9, 7, 5, 3]);
    expect(find(list, 0, 2)).toEqual({ filled: 4, rows: [9, 7, 5, 3] });
  });

  it('have no gaps: a question that is ahead of the one that fills them goes without', () => {
    const { find } = createCopies();
    find(list, 0, 4);
    find(list, 0, 1);
    expect(find(list, 2, 4)).toBeNull();
    expect(find(list, 1, 3)?.rows).toEqual([9, 7, 5]);
  });

  it('are not made of short and of long lists', () => {
    const { find } = createCopies();
    for (const length of [1, 7]) {
      const other = new Uint32Array(length);
      find(other, 0, 1);
      expect(find(other, 0, 1)).toBeNull();
    }
  });

  it('are given up when others are used', () => {
    const { find } = createCopies();
    const lists = [list, list.slice(), list.slice()];
    for (const each of [...lists, ...lists]) find(each, 0, 4);
    expect(lists.map((each) => find(each, 1, 4) !== null)).toEqual([false, true, true]);
  });
});

describe('bits side by side', () => {
  const [looks, colour, count] = [150, 20, 18_000];
  const stride = 172;
  const random = createRandom(4);
  const floats = Float32Array.from({ length: count * stride }, () => random() - 0.5);
  const read = (picture: number) => ({ floats, start: picture * stride });
  const stage = createSignStage({ looks, colour }, count, read, createSparsePart(0, 0, count));
  for (let picture = 0; picture < count; picture += 1) stage.encode(picture, floats, picture * stride);

  it.each([
    { looks: 1, colour: 0.3 },
    { looks: 1, colour: 0 },
    { looks: 0, colour: 1 },
  ])('give the scores that they give where they lie: %o', (weights) => {
    const list = Uint32Array.from({ length: 4300 }, (_, at) => (at * 7919) % count);
    const score = (pictures: Uint32Array, query: number): Float32Array => {
      const scores = new Float32Array(list.length);
      for (let from = 0; from < list.length; from += 2048)
        stage.score(query, pictures, from, Math.min(list.length, from + 2048), weights, scores);
      return scores;
    };
    for (const query of [0, 77, 17_999, 77]) expect(score(list, query)).toEqual(score(list.slice(), query));
  });
});
