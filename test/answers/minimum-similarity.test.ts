import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boxDefaults } from '../../src/domain/box.ts';
import { strategyDefaults } from '../../src/domain/strategy.ts';
import { openTinyShop, type TinyShop } from './tiny-shop.ts';

const minimumScore = 0.6;
const { weights } = boxDefaults;

let shop: TinyShop;
beforeAll(async () => {
  shop = await openTinyShop({ titleWeight: 0, comparison: '', minimumScore, wordsOf: () => [1, 0] });
});
afterAll(() => shop.close());

const listScores = async (box: Parameters<TinyShop['fetchAnswer']>[0]['box'] = {}): Promise<number[]> =>
  ((await shop.fetchAnswer({ box })).documents ?? []).map(({ score }) => Number(score));

describe('the minimum similarity that was measured for a catalogue', () => {
  it('holds in a box that has none of its own', async () => {
    const all = await listScores({ weights, minimumScore: 0 });
    expect(Math.min(...all)).toBeLessThan(minimumScore);
    expect(await listScores({ weights })).toEqual(all.filter((score) => score >= minimumScore));
    const own = all[1] ?? NaN;
    expect(await listScores({ weights, minimumScore: own })).toEqual(all.slice(0, 2));
  });

  it('means nothing beside weights that it was not measured with', async () => {
    const far = { looks: 1, colour: 1 };
    expect(await listScores({ weights: far })).toEqual(await listScores({ weights: far, minimumScore: 0 }));
  });

  it('is not asked of products that words find', async () => {
    const ladder = [
      { ...strategyDefaults, rank: 1, from: 'looks', searchMode: 'Any', minimumResults: 100 },
      { ...strategyDefaults, rank: 2, from: 'text', searchMode: 'Any' },
    ] as const;
    const looks = await listScores({ weights });
    const both = await listScores({ weights, strategies: ladder });
    expect(both.slice(0, looks.length)).toEqual(looks);
    expect(both.slice(looks.length).some((score) => score < minimumScore)).toBe(true);
  });
});
