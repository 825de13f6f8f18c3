import { describe, expect, it } from 'vitest';
import { boxDefaults } from '../../../src/domain/box.ts';
import type { SearchBoxDeclaration } from '../../api/types.ts';
import { applyLabSettings, readColourShare, readMinimumScore, setColourShare } from './box-settings.ts';

const box = (part: Partial<SearchBoxDeclaration> = {}): SearchBoxDeclaration => ({
  name: 'similar',
  kind: 'search',
  dataset: 'catalogue',
  ...part,
});

describe('the settings of a box in the lab', () => {
  it.each([
    [{ looks: 0.7, colour: 0.3 }, 0.3],
    [{ looks: 3, colour: 1 }, 0.25],
    [{ looks: 0, colour: 1 }, 1],
    [{ looks: 0, colour: 0 }, 0],
    [{ looks: 0.7, colour: -0.3 }, -0.3],
    [{ looks: 3, colour: -1 }, -0.25],
  ])('%o has this share of colour: %d', (weights, share) => {
    expect(readColourShare({ declaration: box({ weights }) })).toBe(share);
  });

  it('are the defaults where the box says nothing, or has no pictures', () => {
    const { looks, colour } = boxDefaults.weights;
    const share = Number((colour / (looks + colour)).toFixed(2));
    expect(readColourShare({ declaration: box() })).toBe(share);
    expect(readColourShare({ declaration: { name: 'r', kind: 'relatedKeywords', dataset: 'd' } })).toBe(
      share,
    );
    expect(readMinimumScore(box())).toBe(0);
    expect(readMinimumScore(box({ minimumScore: 0.6 }))).toBe(0.6);
  });

  it.each([
    [
      { looks: 1, colour: 1 },
      { looks: 0.75, colour: 0.25 },
    ],
    [
      { looks: 1, colour: 1, title: 0.5 },
      { looks: 0.75, colour: 0.25, title: 0.25 },
    ],
    [
      { looks: 1, colour: 0, title: 0 },
      { looks: 0.75, colour: 0.25, title: 0 },
    ],
  ])('%o with another share of colour keep the ratio of the title', (weights, expected) => {
    expect(setColourShare({ declaration: box({ weights }) }, 0.25)).toEqual(expected);
  });

  it('may want other colours, which count by their size', () => {
    const before = box({ weights: { looks: 1, colour: -1, title: 0.5 } });
    expect(setColourShare({ declaration: before }, -0.25)).toEqual({
      looks: 0.75,
      colour: -0.25,
      title: 0.25,
    });
    const after = applyLabSettings(before, { colour: -0.5, threshold: 0, diversity: 0 });
    expect(readColourShare({ declaration: after })).toBe(-0.5);
  });

  it('are put into the box without touching the rest of it', () => {
    const before = box({ pageSize: 12, facets: ['brand'], weights: { looks: 1, colour: 0 } });
    const after = applyLabSettings(before, { colour: 0.35, threshold: 0.2, diversity: 0 });
    expect(after).toEqual({ ...before, weights: { looks: 0.65, colour: 0.35 }, minimumScore: 0.2 });
    expect(readColourShare({ declaration: after })).toBe(0.35);
  });
});
