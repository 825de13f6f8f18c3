import { describe, expect, it } from 'vitest';
import { computeClickThrough, createFunnelCounter, funnelDefaults } from './hour-counter.ts';

describe('click funnel', () => {
  it('counts a list once for each action, however often it is reported', () => {
    const { funnel, countAnswer, countInteraction } = createFunnelCounter();
    countAnswer('pattern');
    for (let report = 0; report < 3; report += 1) {
      countInteraction({ kind: 'pattern', action: 'shown', list: 'a' });
      countInteraction({ kind: 'pattern', action: 'clicked', list: 'a' });
    }
    countInteraction({ kind: 'pattern', action: 'shown', list: 'b' });
    countInteraction({ kind: 'identifier', action: 'shown', list: 'a' });
    expect(funnel).toEqual({
      pattern: { answered: 1, shown: 2, clicked: 1 },
      identifier: { answered: 0, shown: 1, clicked: 0 },
    });
  });

  it('stays within its memory: beyond the limit, lists are counted without being remembered', () => {
    const { funnel, countInteraction } = createFunnelCounter();
    for (let list = 0; list < funnelDefaults.lists; list += 1)
      countInteraction({ kind: 'pattern', action: 'shown', list: String(list) });
    for (let again = 0; again < 2; again += 1) {
      countInteraction({ kind: 'pattern', action: 'shown', list: 'new' });
      countInteraction({ kind: 'pattern', action: 'shown', list: '0' });
    }
    expect(funnel.pattern.shown).toBe(funnelDefaults.lists + 2);
  });

  it.each([
    ['nothing was reported', { answered: 9, shown: 0, clicked: 0 }, null],
    ['lists were shown', { answered: 9, shown: 4, clicked: 1 }, 0.25],
    ['only clicks were reported: of the answers', { answered: 10, shown: 0, clicked: 2 }, 0.2],
    ['clicks without any list', { answered: 0, shown: 0, clicked: 2 }, null],
    ['more clicks than lists', { answered: 1, shown: 0, clicked: 3 }, 1],
  ])('click-through when %s', (_, counts, expected) => {
    expect(computeClickThrough(counts)).toBe(expected);
  });
});
