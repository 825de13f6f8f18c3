import { expect, it } from 'vitest';
import { weighTitles } from './weigh-titles.ts';

it('the title with all the words counts most, and several of one kind share what they say', () => {
  const titles = ['Red hoodie', 'Blue hoodie', 'Green hoodie', 'Red backpack'];
  const [first = 0, ...others] = weighTitles(titles, 'red hoodies');
  expect(first).toBeGreaterThan(3 * Math.max(...others));
  expect([first, ...others].reduce((sum, share) => sum + share)).toBeCloseTo(1);
  expect(others[0]).toBeCloseTo(others[1] ?? 0);
});

it('solves what a ridge regression of two titles gives by hand', () => {
  // Cosines of 1 and 0.5 between the titles, 1/√2 and 1/√2 to the word: both have the same share.
  expect(weighTitles(['red mug', 'red lamp'], 'red')).toEqual([expect.closeTo(0.5), expect.closeTo(0.5)]);
});

it('counts all alike where no title has a word of those', () => {
  expect(weighTitles(['Red mug', 'Blue mug'], 'zeppelin')).toEqual([0.5, 0.5]);
  expect(weighTitles([], 'zeppelin')).toEqual([]);
});
