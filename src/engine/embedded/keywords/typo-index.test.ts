import { describe, expect, it } from 'vitest';
import { editDistance } from '../../../domain/edit-distance.ts';
import { sectionsFromArrays } from '../storage/sections.ts';
import { packStrings, readStrings } from '../storage/strings.ts';
import { packTypoIndex, readTypoIndex } from './typo-index.ts';

const letters = 'abde r';
const random = (() => {
  let state = 7;
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return Math.floor((state / 0x8000_0000) * below);
  };
})();
const drawText = (): string =>
  Array.from({ length: 3 + random(12) }, () => letters[random(letters.length)] ?? 'a')
    .join('')
    .trim();

describe('typo index', () => {
  const texts = [...new Set(Array.from({ length: 800 }, drawText))].filter((text) => text !== '').sort();
  const sections = sectionsFromArrays({ ...packStrings('forms', texts), ...packTypoIndex('forms', texts) });
  const nearest = readTypoIndex(sections, 'forms', readStrings(sections, 'forms'));

  const scanForNearest = (typed: string): number[] => {
    const limit = typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2;
    const distances = texts.map((text) =>
      Math.max(text.length, typed.length) < 5 ? 99 : editDistance(typed, text, limit),
    );
    const best = Math.min(...distances);
    return best > limit || limit === 0
      ? []
      : distances.flatMap((distance, at) => (distance === best ? [at] : []));
  };

  it('finds the same texts as a comparison with every text', () => {
    let matches = 0;
    for (let round = 0; round < 400; round++) {
      const known = texts[random(texts.length)] ?? '';
      const at = random(known.length);
      const slip = known.slice(0, at) + (letters[random(5)] ?? 'a') + known.slice(at + random(2));
      const typed = round % 2 === 0 ? drawText() : slip;
      const expected = scanForNearest(typed);
      expect([typed, nearest(typed)]).toEqual([typed, expected]);
      matches += expected.length;
    }
    expect(matches).toBeGreaterThan(100);
  });
});
