import { describe, expect, it } from 'vitest';
import { normalForm } from '../../src/domain/normal-form.ts';
import { type Merges, measureMerges, readPairs } from './measure-merges.ts';
import { wordPairs } from './word-pairs.ts';

/** A wrong merge does more harm than a plural that stays. */
const score = ({ right, wrong }: Merges): number => right - 2 * wrong;

const measured = measureMerges();

describe('word pairs', () => {
  it('are of at least 20 languages, with 12 pairs to merge and 12 to keep apart', () => {
    expect(measured.length).toBeGreaterThanOrEqual(20);
    for (const { mergePairs, apartPairs } of measured)
      expect(Math.min(mergePairs, apartPairs)).toBeGreaterThanOrEqual(12);
  });
});

describe.each(measured)('the rules of $language', ({ language, ours, mergePairs, mistakes }) => {
  it('merge at least nine of ten pairs of one meaning, and at most two of two meanings', () => {
    expect(ours.right / mergePairs, mistakes.join(', ')).toBeGreaterThan(0.9);
    expect(ours.wrong, mistakes.join(', ')).toBeLessThanOrEqual(2);
  });

  it('make normal forms that stay as they are', () => {
    const { merge = '', apart = '' } = wordPairs[language] ?? {};
    for (const word of [...readPairs(merge), ...readPairs(apart)].flat()) {
      const form = normalForm(word, language);
      expect(normalForm(form, language)).toBe(form);
    }
  });
});

const compared = measured.flatMap(({ language, ours, snowball }) =>
  snowball === null ? [] : [{ language, ours, snowball }],
);

it.each(compared)('the rules of $language are not worse than the Snowball stemmer', ({ ours, snowball }) => {
  expect(score(ours)).toBeGreaterThanOrEqual(score(snowball));
});
