import { describe, expect, it } from 'vitest';
import type { BehaviourEvent } from '../log/event.ts';
import { learnKeywords } from '../../../../test/support/keywords/learn-keywords.ts';
import { learnDefaults, type LearnOptions } from './learn.ts';

const start = Date.UTC(2026, 0, 10, 12);
const minute = 60_000;

/** Searches of a shopper, one minute apart, each with a click on one product. */
const visitShop = (shopper: string, ...queries: string[]): BehaviourEvent[] =>
  queries.flatMap((query, index): BehaviourEvent[] => {
    const at = start + index * minute;
    const product = `p-${query.toLowerCase().replace(/\W/g, '').slice(0, 5)}`;
    return [
      { kind: 'search', shopper, at, query },
      { kind: 'click', shopper, at: at + 1000, query, product },
    ];
  });

/** Three shoppers go from running shoes to socks, three others look for tents and stoves. */
const normalEvents: readonly BehaviourEvent[] = [
  ...['a', 'b', 'c'].flatMap((shopper) =>
    visitShop(shopper, 'Running Shoes', 'running socks', 'water bottle'),
  ),
  ...['d', 'e', 'f'].flatMap((shopper) => visitShop(shopper, 'tent', 'camping stove', 'tent pegs')),
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

describe('suggestions learnt from behaviour', () => {
  it('are the next searches of other shoppers, the likeliest first', () => {
    const [first, second] = learn(normalEvents).suggest('running shoes');
    expect([first?.displayText, second?.displayText].sort()).toEqual(['running socks', 'water bottle']);
    expect(first?.evidence.find(({ signal }) => signal === 'session')).toMatchObject({
      shoppers: 3,
      lastSeen: '2026-01-10',
    });
  });

  it('do not depend on the order of the log', () =>
    expect(learn([...normalEvents].reverse()).suggest('tent')).toEqual(learn(normalEvents).suggest('tent')));

  it('are distinguished as refinements and next searches', () => {
    const suggested = learn(normalEvents).suggest('tent');
    const refined = suggested.filter(({ direction }) => direction === 'refine');
    expect(refined.map(({ text }) => text)).toEqual(['tent peg']);
    expect(suggested.length).toBeGreaterThan(1);
  });

  it('show the spelling that most shoppers use', () =>
    expect(
      learn([...normalEvents, ...visitShop('g', 'tent', 'Camping Stove')])
        .suggest('tent')
        .map(({ displayText }) => displayText),
    ).toContain('camping stove'));

  it('answer a new pattern by its words and letters', () =>
    expect(texts(normalEvents, 'tents for two')[0]).toMatch(/tent/));

  it('are empty for nonsense and leave out patterns that are only popular', () => {
    expect(texts(normalEvents, 'qwzx jjv')).toEqual([]);
    expect(texts(normalEvents, 'tent')).not.toContain('running sock');
  });

  it('rank recent behaviour above old behaviour', () => {
    const old = normalEvents.map((event) => ({ ...event, at: event.at - 90 * 86_400_000 }));
    const fresh = ['u', 'v', 'w'].flatMap((shopper) => visitShop(shopper, 'running shoes', 'head torch'));
    expect(texts([...old, ...fresh], 'running shoes')[0]).toBe('head torch');
  });
});

describe('a misspelt pattern', () => {
  it('gets the suggestions of the right one', () => {
    const learnt = learn([
      ...normalEvents,
      ...['x', 'y', 'z'].flatMap((shopper) => visitShop(shopper, 'running shoes', 'laces')),
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
    const misspelt = ['x', 'y'].flatMap((shopper) => visitShop(shopper, 'tent', 'campnig stove'));
    const many = ['1', '2', '3', '4', '5', '6', '7'].flatMap((shopper) =>
      visitShop(shopper, 'tent', 'camping stove'),
    );
    expect(texts([...normalEvents, ...misspelt, ...many], 'tent')).not.toContain('campnig stove');
    expect(texts([...normalEvents, ...misspelt], 'tent').filter((text) => /stove/.test(text))).toHaveLength(
      1,
    );
  });

  it('is not assumed when all its words occur in the catalogue', () => {
    const many = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'].flatMap((shopper) =>
      visitShop(shopper, 'leather boots', 'socks'),
    );
    const few = ['x', 'y'].flatMap((shopper) => visitShop(shopper, 'leather boats', 'paddle'));
    expect(learn([...many, ...few]).findCorrection('leather boats')).toBe('leather boots');
    const sold = new Set(['leather', 'boat', 'boot']);
    const isCatalogueWord = (word: string): boolean => sold.has(word);
    expect(learn([...many, ...few], { isCatalogueWord }).findCorrection('leather boats')).toBeNull();
    expect(learn([...many, ...few], { isCatalogueWord }).findCorrection('lether boots')).toBe(
      'leather boots',
    );
  });

  it('is not assumed for short words that lead to other products', () => {
    const coats = ['1', '2', '3', '4', '5', '6'].flatMap((shopper) => visitShop(shopper, 'coat', 'scarf'));
    const boats = ['7', '8'].flatMap((shopper) => visitShop(shopper, 'boat', 'paddle'));
    expect(learn([...coats, ...boats]).findCorrection('boat')).toBeNull();
  });
});

describe('attacks', () => {
  it('one shopper with 10,000 searches changes no suggestion', () => {
    const flood = Array.from({ length: 5_000 }, (_, index) =>
      visitShop('robot', 'running shoes', 'tent').map((event) => ({
        ...event,
        at: event.at + index * 2 * minute,
      })),
    ).flat();
    const unknown = flood.map((event) =>
      event.query === 'tent' ? { ...event, query: 'my own brand' } : event,
    );
    expect(texts([...normalEvents, ...unknown], 'running shoes')).toEqual(
      texts(normalEvents, 'running shoes'),
    );
    const once = flood.slice(-4);
    expect(texts([...normalEvents, ...flood], 'running shoes')).toEqual(
      texts([...normalEvents, ...once], 'running shoes'),
    );
    expect(texts([...normalEvents, ...flood], 'running shoes')).not.toContain('tent');
  });

  it('half-typed prefixes do not become patterns', () => {
    const typing = ['t1', 't2', 't3'].flatMap((shopper) =>
      ['he', 'hea', 'head t', 'head torch'].map(
        (query, index): BehaviourEvent => ({ kind: 'search', shopper, at: start + index * 800, query }),
      ),
    );
    const learnt = learn([...normalEvents, ...typing], { findsProducts: () => true });
    const searched = learnt.behaviour.patterns.filter(({ shoppers }) => shoppers > 0);
    expect(searched.map(({ text }) => text).filter((text) => text.startsWith('he'))).toEqual(['head torch']);
  });

  it.each([
    'anna@mail.example',
    '4111 1111 1111 1111',
    '+36 20 123 4567',
    'spring_sale_20260110',
    '985480412',
    'fuck',
  ])('%s is never suggested, however many search it', (secret) => {
    const many = ['s1', 's2', 's3', 's4', 's5'].flatMap((shopper) => visitShop(shopper, 'tent', secret));
    expect(
      learn([...normalEvents, ...many])
        .suggest('tent')
        .map(({ displayText }) => displayText),
    ).not.toContain(secret);
  });

  it('blocked words and keywords without products are not suggested', () => {
    expect(texts(normalEvents, 'tent', { blockedWords: ['stove'] })).not.toContain('camping stove');
    expect(texts(normalEvents, 'tent', { findsProducts: (text) => text !== 'camping stove' })).not.toContain(
      'camping stove',
    );
    expect(texts(normalEvents, 'tent')).toContain('camping stove');
  });

  it('no spelling of the pattern itself is suggested', () => {
    const spelt = ['x', 'y', 'z'].flatMap((shopper) =>
      visitShop(shopper, 'running shoes', 'shoes running', 'RUNNING-SHOE', 'runing shoes'),
    );
    expect(
      texts([...normalEvents, ...spelt], 'Running shoes').filter((text) =>
        /run+ing shoe|shoe run/.test(text),
      ),
    ).toEqual([]);
  });
});
