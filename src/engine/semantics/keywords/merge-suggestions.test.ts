import { describe, expect, it } from 'vitest';
import { createPatterns, type TestPattern } from '../../../../test/support/keywords/patterns-in-memory.ts';
import type { KeywordQuery } from '../../engine.ts';
import { mergeSuggestions, scaleEvidence } from './merge-suggestions.ts';
import { neighbourDefaults } from './neighbour-patterns.ts';
import { createSuggester } from './suggest.ts';

const merge = (given: readonly TestPattern[], form: string, likenesses: Record<string, number>) => {
  const { patterns, readList } = createPatterns(given);
  const neighbours = Object.entries(likenesses).map(([text, likeness]) => ({
    pattern: patterns.forms.find(text),
    likeness,
  }));
  return mergeSuggestions(patterns, form, neighbours, readList);
};

describe('mergeSuggestions', () => {
  it('suggests a neighbour itself by its shared words, and what is stored for it', () => {
    const merged = merge([{ text: 'red dress', related: ['belt'] }], 'long dress', { 'red dress': 0.5 });
    expect(merged.map(({ text, score }) => [text, score])).toEqual([
      ['red dress', 0.5],
      ['belt', 0.25],
    ]);
    expect(merged[0]?.evidence).toEqual([{ signal: 'terms', weight: 0.5 }]);
    expect(merged[1]?.evidence).toEqual([{ signal: 'session', weight: 0.25, shoppers: 5 }]);
  });

  it('adds up what several neighbours suggest', () => {
    const given = [
      { text: 'red dress', related: ['belt'] },
      { text: 'blue dress', related: ['belt'] },
    ];
    const merged = merge(given, 'long dress', { 'red dress': 0.5, 'blue dress': 0.5 });
    expect(merged.find(({ text }) => text === 'belt')?.score).toBeCloseTo(0.5);
  });

  it('adds the popularity of a neighbour, at most .3', () => {
    const given = [
      { text: 'red dress', popularity: 100 },
      { text: 'blue dress', popularity: 0 },
    ];
    const [first, second] = merge(given, 'long dress', { 'red dress': 0.5, 'blue dress': 0.5 });
    expect(first).toMatchObject({ text: 'red dress', score: 0.8 });
    expect(first?.evidence.map(({ signal }) => signal)).toEqual(['terms', 'popularity']);
    expect(second?.evidence.map(({ signal }) => signal)).toEqual(['terms']);
  });

  it('does not suggest a neighbour that must not be suggested, only what is stored for it', () => {
    const given = [{ text: 'rude dress', suggestible: false, related: ['belt'] }];
    const merged = merge(given, 'long dress', { 'rude dress': 1 });
    expect(merged.map(({ text }) => text)).toEqual(['belt']);
  });

  it('keeps one of two suggestions that a shopper takes for the same, and none like the pattern', () => {
    const given = [
      { text: 'shooter game', related: ['battlefield 3', 'battle field 3', 'halo 3', 'halo 4'] },
    ];
    const merged = merge(given, 'shooter gamee', { 'shooter game': 1 });
    expect(merged.map(({ text }) => text)).toEqual(['battlefield 3', 'halo 3', 'halo 4']);
  });

  it('calls a suggestion with all words of the pattern and more a refinement', () => {
    const given = [{ text: 'dress', related: ['long dress with belt', 'long skirt', 'dress long'] }];
    const merged = merge(given, 'long dress', { dress: 1 });
    const directions = Object.fromEntries(merged.map(({ text, direction }) => [text, direction]));
    expect(directions).toMatchObject({ 'long dress with belt': 'refine', 'long skirt': 'next' });
  });

  it('adds suggestions of suggestions only where there are few, and far below the others', () => {
    const given = [
      { text: 'red dress', related: ['belt'] },
      { text: 'belt', related: ['buckle', 'red dress'] },
    ];
    const merged = merge(given, 'long dress', { 'red dress': 1 });
    expect(merged.map(({ text }) => text)).toEqual(['red dress', 'belt', 'buckle']);
    expect(merged[2]?.score).toBeLessThan((merged[1]?.score ?? 0) / 10);

    const many = ['lamp', 'chair', 'table', 'mirror', 'carpet'];
    const enough = merge(
      [
        { text: 'red dress', related: many },
        { text: 'lamp', related: ['bulb'] },
      ],
      'long dress',
      { 'red dress': 1 },
    );
    expect(enough.map(({ text }) => text)).not.toContain('bulb');
  });

  it('stops at so many neighbours once there are enough suggestions', () => {
    // Different enough that none is taken for a misspelling of another.
    const names =
      'anteater butterfly crocodile dragonfly elephant flamingo grasshopper hippopotamus iguana jaguar'.split(
        ' ',
      );
    const given = names.map((name) => ({ text: `${name} picture`, related: [`${name} frame large`] }));
    const likenesses = Object.fromEntries(given.map(({ text }, at) => [text, 1 - at / 100]));
    const merged = merge(given, 'picture', likenesses);
    expect(merged).toHaveLength(2 * neighbourDefaults.neighbours);
    expect(merged.map(({ text }) => text)).not.toContain('jaguar picture');
  });

  it('has nothing without neighbours', () => {
    expect(merge([{ text: 'lamp' }], 'sofa', {})).toEqual([]);
  });

  it('scales evidence without touching the rest of it', () => {
    const evidence = [{ signal: 'clicks', weight: 0.4, shoppers: 7, lastSeen: '2026-01-01' }] as const;
    expect(scaleEvidence(evidence, 0.5)).toEqual([{ ...evidence[0], weight: 0.2 }]);
    expect(evidence[0].weight).toBe(0.4);
  });
});

const known: readonly TestPattern[] = [
  { text: 'dress', popularity: 50, related: ['summer dress', 'skirt', 'blouse', 'heels', 'clutch'] },
  { text: 'lamp', popularity: 20, related: ['floor lamp'] },
  { text: 'floor lamp', popularity: 8, related: ['bulb', 'lampshade'] },
  { text: 'table lamp', popularity: 9 },
  { text: 'red vase', popularity: 5 },
  { text: 'red carpet', popularity: 4 },
  { text: 'dress shoe', popularity: 4 },
];
const suggest = (pattern: string, more: Partial<KeywordQuery> = {}) => {
  const { patterns, readList } = createPatterns(known);
  const query: KeywordQuery = { pattern, size: 10, directions: ['refine', 'next'], ...more };
  const { understoodAs, suggestions } = createSuggester(patterns, readList)(query);
  return { understoodAs, texts: suggestions.map(({ text }) => text), suggestions };
};

describe('createSuggester', () => {
  it('answers a known pattern with what is stored for it, in that order', () => {
    const { understoodAs, texts } = suggest('dress');
    expect(understoodAs).toBeNull();
    expect(texts).toEqual(['summer dress', 'skirt', 'blouse', 'heels', 'clutch']);
  });

  it('says which pattern a misspelt one was understood as', () => {
    const { understoodAs, texts } = suggest('drses');
    expect(understoodAs).toBe('dress');
    expect(texts[0]).toBe('summer dress');
  });

  it('fills a short stored list up, below what is stored', () => {
    const { understoodAs, texts, suggestions } = suggest('lamp');
    expect(understoodAs).toBeNull();
    expect(texts[0]).toBe('floor lamp');
    expect(texts).toContain('table lamp');
    expect(texts).not.toContain('lamp');
    const scores = suggestions.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores[1]).toBeLessThanOrEqual(1);
  });

  it('answers an unknown pattern through its neighbours and names the closest', () => {
    const { understoodAs, texts } = suggest('white lamp');
    expect(understoodAs).toBe('lamp');
    expect(texts).toContain('floor lamp');
  });

  it('never suggests the typed pattern itself', () => {
    for (const typed of ['dress', 'shoe dress', 'lamp floor', 'red vase'])
      expect(suggest(typed).texts).not.toContain(typed.split(' ').sort().join(' '));
    expect(suggest('lamp floor').texts).not.toContain('floor lamp');
  });

  it('returns at most as many as asked for, and only the directions asked for', () => {
    expect(suggest('dress', { size: 2 }).texts).toHaveLength(2);
    expect(suggest('dress', { size: 0 }).texts).toEqual([]);
    expect(
      suggest('dress', { directions: ['refine'] }).suggestions.every(
        ({ direction }) => direction === 'refine',
      ),
    ).toBe(true);
    expect(suggest('dress', { directions: [] }).texts).toEqual([]);
  });

  it('has no answer for a text that is like nothing', () => {
    expect(suggest('zzzz qqqq')).toMatchObject({ understoodAs: null, texts: [] });
    expect(suggest('')).toMatchObject({ understoodAs: null, texts: [] });
  });
});
