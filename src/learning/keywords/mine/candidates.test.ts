import { describe, expect, it } from 'vitest';
import type { BehaviourEvent } from '../log/event.ts';
import { createBehaviourCollector } from './behaviour.ts';
import {
  areSpellingsOfOne,
  type Candidate,
  createCandidateFinder,
  createProductWalk,
  type Features,
  minimumSpellingSimilarity,
  normaliseQuery,
} from './candidates.ts';
import { learnDefaults } from './learn.ts';
import { rankCandidates, signalWeights } from './suggest.ts';
import { createTermIndex } from './term-index.ts';

const now = Date.UTC(2026, 5, 1);
const minuteMs = 60_000;

/** Each line is two shoppers: searches separated by `>`, clicked products after `:`. */
const readBehaviour = (...lines: readonly string[]) => {
  const collector = createBehaviourCollector(learnDefaults);
  [...lines, ...lines].forEach((line, shopper) => {
    line.split('>').forEach((step, place) => {
      const [query = '', products = ''] = step.split(':').map((part) => part.trim());
      const at = now + place * minuteMs;
      const search: BehaviourEvent = { kind: 'search', shopper: `s${shopper}`, query, at };
      collector.add(search);
      for (const product of products.split(' ').filter(Boolean))
        collector.add({ kind: 'click', shopper: `s${shopper}`, query, product, at: at + 1 });
    });
  });
  return collector.finish();
};
const findCandidates = (
  behaviour: ReturnType<typeof readBehaviour>,
  pattern: string,
  refused: readonly string[] = [],
) => {
  const index = createTermIndex(behaviour.patterns);
  const find = createCandidateFinder(behaviour, index, ({ text }) => !refused.includes(text));
  return new Map(find(normaliseQuery(pattern, 'en')).map((each) => [each.pattern.text, each]));
};

describe('normaliseQuery', () => {
  it.each([
    ['Red Dresses', { text: 'red dress', key: 'dress red', words: ['red', 'dress'] }],
    ['', { text: '', key: '', words: [''] }],
  ])('of "%s"', (text, expected) => {
    expect(normaliseQuery(text, 'en')).toEqual(expected);
  });
});

describe('spellings', () => {
  const query = (text: string) => normaliseQuery(text, 'en');

  it('are the same in another order, with other blanks, or with a typo', () => {
    expect(areSpellingsOfOne(query('tent red'), query('red tent'))).toBe(true);
    expect(areSpellingsOfOne(query('battle field'), query('battlefield'))).toBe(true);
    expect(areSpellingsOfOne(query('arkham city'), query('arkam city'))).toBe(true);
    expect(areSpellingsOfOne(query('halo 3'), query('halo 4'))).toBe(false);
    expect(areSpellingsOfOne(query('tent'), query('stove'))).toBe(false);
  });

  it('need the more shared letters the longer the text is', () => {
    const lengths = [3, 10, 20, 40, 80].map((length) => minimumSpellingSimilarity('x'.repeat(length)));
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
    expect(lengths[0]).toBe(0.1);
    expect(Math.max(...lengths)).toBeLessThan(1);
  });
});

describe('createCandidateFinder', () => {
  const behaviour = readBehaviour(
    'tent: p1 p2 > sleeping bag: p5',
    'tent: p1 > camping stove: p3',
    'camping stove: p3 p1',
    'tents > tent pegs',
    'guitar: p9',
  );

  it('has a session feature for the next searches of shoppers, with its evidence', () => {
    const bag = findCandidates(behaviour, 'tent').get('sleeping bag');
    expect(bag?.features.session).toBeGreaterThan(0);
    expect(bag?.session).toMatchObject({ shoppers: 2 });
    const peg = findCandidates(behaviour, 'camping stove').get('tent peg');
    expect(peg?.features.session ?? 0).toBe(0);
    expect(peg?.session ?? null).toBeNull();
  });

  it('has a walk feature for patterns of the products that were clicked next', () => {
    const found = findCandidates(behaviour, 'tent');
    expect(found.get('camping stove')?.features.walk).toBeGreaterThan(0);
    expect(found.get('guitar')?.features.walk ?? 0).toBe(0);
  });

  it('has a click feature for patterns of the same products', () => {
    const found = findCandidates(behaviour, 'tent');
    expect(found.get('camping stove')?.features.clicks).toBeGreaterThan(0);
    expect(found.get('sleeping bag')?.features.clicks).toBe(0);
  });

  it('has a word feature for patterns that share words', () => {
    expect(findCandidates(behaviour, 'tent').get('tent peg')?.features.words).toBeGreaterThan(0);
    expect(findCandidates(behaviour, 'tent').get('camping stove')?.features.words).toBe(0);
  });

  it('is never the pattern itself, nor another spelling of it', () => {
    for (const typed of ['tent', 'Tents', 'camping stoev', 'stove camping'])
      expect([...findCandidates(behaviour, typed).keys()]).not.toContain(normaliseQuery(typed, 'en').text);
    expect([...findCandidates(behaviour, 'camping stoev').keys()]).not.toContain('camping stove');
  });

  it('is never one that may not be suggested', () => {
    expect([...findCandidates(behaviour, 'tent', ['sleeping bag']).keys()]).not.toContain('sleeping bag');
  });

  it('takes the clicks of similar patterns where the pattern has none', () => {
    const unseen = findCandidates(behaviour, 'camping stoves set');
    expect(unseen.get('tent')?.features.walk).toBeGreaterThan(0);
  });

  it('has nothing for a text that is like nothing', () =>
    expect([...findCandidates(behaviour, 'zzzz').values()]).toEqual([]));
});

describe('product walk', () => {
  const behaviour = readBehaviour('tent: p1 > bag: p2', 'tent: p1 > bag: p2', 'mat: p2', 'tent: p1');
  const productId = (identifier: string): number => {
    for (let id = 0; id < 9; id++) if (behaviour.productIdentifier(id) === identifier) return id;
    return -1;
  };
  const textsOf = (distribution: ReadonlyMap<number, number>) =>
    Object.fromEntries(
      Array.from(distribution, ([id, share]) => [
        behaviour.patterns[id]?.text ?? '',
        Number(share.toFixed(4)),
      ]),
    );

  it('goes on to products that were clicked next, and to their patterns', () => {
    const walk = createProductWalk(behaviour);
    expect(textsOf(walk(new Map([[productId('p1'), 1]])))).toEqual({ bag: 0.6667, mat: 0.3333 });
    expect(textsOf(walk(new Map([[productId('p1'), 0.5]])))).toEqual({ bag: 0.6667, mat: 0.3333 });
  });

  it('ends nowhere from a product that nothing follows, and from none', () => {
    const walk = createProductWalk(behaviour);
    expect(walk(new Map()).size).toBe(0);
    expect(walk(new Map([[99, 1]])).size).toBe(0);
  });
});

const noFeatures: Features = { session: 0, walk: 0, clicks: 0, words: 0, letters: 0, popularity: 0 };
const createCandidate = (
  displayText: string,
  features: Partial<Features>,
  session: Candidate['session'] = null,
): Candidate => {
  const { key, text, words } = normaliseQuery(displayText, 'en');
  return {
    pattern: {
      id: 0,
      key,
      text,
      words,
      displayText,
      popularity: 1,
      shoppers: 4,
      lastSeen: now,
      clicked: true,
    },
    features: { ...noFeatures, ...features },
    session,
  };
};

describe('rankCandidates', () => {
  const query = normaliseQuery('tent', 'en');
  const rank = (candidates: readonly Candidate[], size = 10) => rankCandidates(query, candidates, size);

  it('ranks by the weighted sum of the features, ties by text', () => {
    const ranked = rank([
      createCandidate('mat', { session: 1 }),
      createCandidate('bag', { session: 2 }),
      createCandidate('axe', { session: 1 }),
    ]);
    expect(ranked.map(({ text }) => text)).toEqual(['bag', 'axe', 'mat']);
    expect(ranked[0]?.score).toBeCloseTo(2 * signalWeights.session);
  });

  it('leaves out what is only popular', () => {
    const popular = [
      createCandidate('guitar', { popularity: 9 }),
      createCandidate('stove', { letters: 0.2 }),
    ];
    expect(rank(popular)).toEqual([]);
  });

  it('lists one spelling of a suggestion, the better one', () => {
    const spellings = [
      createCandidate('sleeping bags', { session: 1 }),
      createCandidate('sleeping bgas', { session: 2 }),
    ];
    expect(rank(spellings)).toHaveLength(1);
    expect(rank(spellings)[0]?.displayText).toBe('sleeping bgas');
  });

  it('tells refinements from next searches', () => {
    const both = [createCandidate('tent peg', { session: 1 }), createCandidate('stove', { session: 1 })];
    expect(rank(both).map(({ text, direction }) => [text, direction])).toEqual([
      ['stove', 'next'],
      ['tent peg', 'refine'],
    ]);
    expect(rank(both, 1)).toHaveLength(1);
  });

  it('shows the evidence of each signal, strongest first, and no signal that adds nothing', () => {
    const session = { shoppers: 3, lastSeen: now };
    const [suggestion] = rank([
      createCandidate('stove', { session: 1, walk: 1, clicks: 1, popularity: 1 }, session),
    ]);
    expect(suggestion?.evidence).toEqual([
      { signal: 'session', weight: signalWeights.session, shoppers: 3, lastSeen: '2026-06-01' },
      { signal: 'clicks', weight: signalWeights.walk + signalWeights.clicks },
      { signal: 'popularity', weight: signalWeights.popularity, shoppers: 4, lastSeen: '2026-06-01' },
    ]);
    const sum = suggestion?.evidence.reduce((total, { weight }) => total + weight, 0);
    expect(sum).toBeCloseTo(suggestion?.score ?? 0);
  });
});
