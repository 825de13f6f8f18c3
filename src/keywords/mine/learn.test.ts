import { describe, expect, it } from 'vitest';
import { withoutErased } from '../guards/erased.ts';
import type { BehaviourEvent } from '../log/event.ts';
import { learnDefaults, learnKeywords, type LearnOptions } from './learn.ts';

const start = Date.UTC(2026, 0, 10, 12);
const minute = 60_000;

/** A shopper who searches these, one minute apart, and clicks one product for each. */
const shopping = (shopper: string, ...queries: string[]): BehaviourEvent[] =>
  queries.flatMap((query, index): BehaviourEvent[] => {
    const at = start + index * minute;
    const product = `p-${query.toLowerCase().replace(/\W/g, '').slice(0, 5)}`;
    return [
      { kind: 'search', shopper, at, query },
      { kind: 'click', shopper, at: at + 1000, query, product },
    ];
  });

/** Three shoppers go from running shoes to socks, three others look for tents and stoves. */
const honest: readonly BehaviourEvent[] = [
  ...['a', 'b', 'c'].flatMap((shopper) =>
    shopping(shopper, 'Running Shoes', 'running socks', 'water bottle'),
  ),
  ...['d', 'e', 'f'].flatMap((shopper) => shopping(shopper, 'tent', 'camping stove', 'tent pegs')),
];

const learn = (events: readonly BehaviourEvent[], changes: Partial<LearnOptions> = {}) =>
  learnKeywords(events, { ...learnDefaults, ...changes });
const texts = (
  events: readonly BehaviourEvent[],
  pattern: string,
  changes: Partial<LearnOptions> = {},
): string[] =>
  learn(events, changes)
    .suggest(pattern)
    .map(({ text }) => text);

describe('what shoppers did', () => {
  it('leads from a search to what others searched next, the likeliest first', () => {
    const [first, second] = learn(honest).suggest('running shoes');
    expect([first?.displayText, second?.displayText].sort()).toEqual(['running socks', 'water bottle']);
    expect(first?.evidence.find(({ signal }) => signal === 'session')).toMatchObject({
      shoppers: 3,
      lastSeen: '2026-01-10',
    });
  });

  it('is the same whatever the order of the log', () =>
    expect(learn([...honest].reverse()).suggest('tent')).toEqual(learn(honest).suggest('tent')));

  it('tells refinements from what comes next', () => {
    const learnt = learn(honest);
    expect(learnt.suggest('tent', { directions: ['refine'] }).map(({ text }) => text)).toEqual(['tent peg']);
    expect(learnt.suggest('tent', { directions: ['next'] }).map(({ text }) => text)).not.toContain(
      'tent peg',
    );
  });

  it('shows the spelling that most shoppers use', () =>
    expect(
      learn([...honest, ...shopping('g', 'tent', 'Camping Stove')])
        .suggest('tent')
        .map(({ displayText }) => displayText),
    ).toContain('camping stove'));

  it('answers a pattern nobody has searched by its words and letters', () =>
    expect(texts(honest, 'tents for two')[0]).toMatch(/tent/));

  it('does not answer nonsense, nor fill a list with what is merely popular', () => {
    expect(texts(honest, 'qwzx jjv')).toEqual([]);
    expect(texts(honest, 'tent')).not.toContain('running sock');
    expect(
      learn(honest)
        .suggest('tent', { fillWithPopular: true })
        .map(({ text }) => text),
    ).toContain('running sock');
  });

  it('counts less the longer it is ago', () => {
    const old = honest.map((event) => ({ ...event, at: event.at - 90 * 86_400_000 }));
    const fresh = ['u', 'v', 'w'].flatMap((shopper) => shopping(shopper, 'running shoes', 'head torch'));
    expect(texts([...old, ...fresh], 'running shoes')[0]).toBe('head torch');
  });

  it('gives entries for every pattern that may be shown, most popular first', () => {
    const entries = [...learn(honest).entries(5)];
    expect(entries.map(({ text }) => text).sort()).toEqual([
      'camping stove',
      'running shoe',
      'running sock',
      'tent',
      'tent peg',
      'water bottle',
    ]);
    expect(entries.every(({ suggestions }) => suggestions.length > 0)).toBe(true);
  });
});

describe('a misspelt pattern', () => {
  it('gets the suggestions of the right one', () => {
    const learnt = learn([
      ...honest,
      ...['x', 'y', 'z'].flatMap((shopper) => shopping(shopper, 'running shoes', 'laces')),
    ]);
    expect(learnt.findCorrection('runing shoes')).toBe('Running Shoes');
    expect(
      learnt
        .suggest('runing shoes')
        .map(({ text }) => text)
        .slice(0, 3),
    ).toEqual(
      learnt
        .suggest('running shoes')
        .map(({ text }) => text)
        .slice(0, 3),
    );
  });

  it('is not suggested itself, nor is another spelling of what is already listed', () => {
    const misspelt = ['x', 'y'].flatMap((shopper) => shopping(shopper, 'tent', 'campnig stove'));
    const many = ['1', '2', '3', '4', '5', '6', '7'].flatMap((shopper) =>
      shopping(shopper, 'tent', 'camping stove'),
    );
    expect(texts([...honest, ...misspelt, ...many], 'tent')).not.toContain('campnig stove');
    expect(texts([...honest, ...misspelt], 'tent').filter((text) => /stove/.test(text))).toHaveLength(1);
  });

  it('what the catalogue writes so is spelt right, however few search for it', () => {
    const many = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'].flatMap((shopper) =>
      shopping(shopper, 'leather boots', 'socks'),
    );
    const few = ['x', 'y'].flatMap((shopper) => shopping(shopper, 'leather boats', 'paddle'));
    expect(learn([...many, ...few]).findCorrection('leather boats')).toBe('leather boots');
    const sold = new Set(['leather', 'boat', 'boot']);
    const isCatalogueWord = (word: string): boolean => sold.has(word);
    expect(learn([...many, ...few], { isCatalogueWord }).findCorrection('leather boats')).toBeNull();
    expect(learn([...many, ...few], { isCatalogueWord }).findCorrection('lether boots')).toBe(
      'leather boots',
    );
  });

  it('short words that lead elsewhere are words of their own', () => {
    const coats = ['1', '2', '3', '4', '5', '6'].flatMap((shopper) => shopping(shopper, 'coat', 'scarf'));
    const boats = ['7', '8'].flatMap((shopper) => shopping(shopper, 'boat', 'paddle'));
    expect(learn([...coats, ...boats]).findCorrection('boat')).toBeNull();
  });
});

describe('attacks', () => {
  it('one shopper with 10,000 searches moves nothing', () => {
    const flood = Array.from({ length: 5_000 }, (_, index) =>
      shopping('robot', 'running shoes', 'tent').map((event) => ({
        ...event,
        at: event.at + index * 2 * minute,
      })),
    ).flat();
    const unknown = flood.map((event) =>
      event.query === 'tent' ? { ...event, query: 'my own brand' } : event,
    );
    expect(texts([...honest, ...unknown], 'running shoes')).toEqual(texts(honest, 'running shoes'));
    const once = flood.slice(-4);
    expect(texts([...honest, ...flood], 'running shoes')).toEqual(
      texts([...honest, ...once], 'running shoes'),
    );
    expect(texts([...honest, ...flood], 'running shoes')).not.toContain('tent');
  });

  it('a prefix typist leaves no half-typed word behind', () => {
    const typing = ['t1', 't2', 't3'].flatMap((shopper) =>
      ['he', 'hea', 'head t', 'head torch'].map(
        (query, index): BehaviourEvent => ({ kind: 'search', shopper, at: start + index * 800, query }),
      ),
    );
    const learnt = learn([...honest, ...typing], { findsProducts: () => true });
    expect([...learnt.entries(5)].map(({ text }) => text).filter((text) => text.startsWith('he'))).toEqual([
      'head torch',
    ]);
  });

  it.each([
    'anna@mail.example',
    '4111 1111 1111 1111',
    '+36 20 123 4567',
    'spring_sale_20260110',
    '985480412',
    'fuck',
  ])('%s is never suggested, however many search it', (secret) => {
    const many = ['s1', 's2', 's3', 's4', 's5'].flatMap((shopper) => shopping(shopper, 'tent', secret));
    expect(
      learn([...honest, ...many])
        .suggest('tent')
        .map(({ displayText }) => displayText),
    ).not.toContain(secret);
  });

  it('a word the website blocks, and one that finds nothing, are not suggested', () => {
    expect(texts(honest, 'tent', { blockedWords: ['stove'] })).not.toContain('camping stove');
    expect(texts(honest, 'tent', { findsProducts: (text) => text !== 'camping stove' })).not.toContain(
      'camping stove',
    );
    expect(texts(honest, 'tent')).toContain('camping stove');
  });

  it('what only an erased shopper and one other searched is gone after erasing', () => {
    const two = ['anna', 'ben'].flatMap((shopper) => shopping(shopper, 'tent', 'head torch'));
    expect(texts([...honest, ...two], 'tent')).toContain('head torch');
    expect(texts([...withoutErased([...honest, ...two], new Set(['anna']))], 'tent')).not.toContain(
      'head torch',
    );
  });

  it('the pattern itself is never repeated, in no spelling', () => {
    const spelt = ['x', 'y', 'z'].flatMap((shopper) =>
      shopping(shopper, 'running shoes', 'shoes running', 'RUNNING-SHOE', 'runing shoes'),
    );
    expect(
      texts([...honest, ...spelt], 'Running shoes').filter((text) => /run+ing shoe|shoe run/.test(text)),
    ).toEqual([]);
  });
});
