import { describe, expect, it } from 'vitest';
import type { Suggestion } from '../../../domain/suggestion.ts';
import type { KeywordEntry } from '../../engine.ts';
import type { LoadedVersion } from '../storage/load-version.ts';
import { type SectionArray, sectionsFromArrays } from '../storage/sections.ts';
import { createKeywordReader, packKeywords } from './keyword-version.ts';

const suggestion = (text: string): Suggestion => ({
  text,
  displayText: text,
  score: 0.5,
  direction: 'next',
  evidence: [{ signal: 'session', weight: 0.5, shoppers: 3 }],
});
const entry = (text: string, popularity: number, ...suggestions: string[]): KeywordEntry => ({
  text,
  displayText: text.toUpperCase(),
  popularity,
  suggestible: popularity > 0,
  suggestions: suggestions.map(suggestion),
});
const entries = [
  entry('garden chair', 40, 'garden table', 'parasol', 'cushion', 'bench', 'swing'),
  entry('garden table', 30, 'garden chair', 'parasol', 'bench', 'lantern', 'swing'),
  entry('lamp with shade', 20, 'floor lamp', 'bulb', 'shade', 'desk lamp', 'socket'),
  entry('halo 3', 10, 'halo 4', 'xbox', 'controller', 'headset', 'halo wars'),
  entry('chess', 0, 'chess clock', 'chess board', 'board game', 'cards', 'dice'),
];

const read = (arrays: Record<string, SectionArray>, language = 'en') =>
  createKeywordReader({
    manifest: { version: 'v', about: { language } },
    structure: () => sectionsFromArrays(arrays),
  } as unknown as LoadedVersion);
const { arrays } = packKeywords('en', entries);
const ask = async (pattern: string, reader = read(arrays)) => {
  const answer = await reader.suggest({ pattern, size: 10, directions: ['refine', 'next'] });
  return { ...answer, texts: answer.suggestions.map(({ text }) => text) };
};

describe('an unknown pattern', () => {
  it('gets the patterns that share its words and their suggestions, with evidence', async () => {
    const { texts, understoodAs, suggestions } = await ask('blue garden furniture');
    expect(understoodAs).toBe('garden chair');
    expect(texts.slice(0, 2).sort()).toEqual(['garden chair', 'garden table']);
    expect(texts).toContain('parasol');
    expect(suggestions[0]?.displayText).toBe('GARDEN CHAIR');
    for (const { score, evidence } of suggestions)
      expect(evidence.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(score);
  });

  it('gets nothing by a filler word, a number, or a typing error of a word nobody searches for', async () => {
    for (const pattern of ['bed with drawers', '3 seater', 'oak chest drawers'])
      expect([pattern, (await ask(pattern)).texts]).toEqual([pattern, []]);
  });

  it('is understood by its stem, by correcting a typing error, and by completion', async () => {
    expect((await ask('gardening tools')).texts).toContain('garden chair');
    expect((await ask('gadren lantern chair')).texts).toContain('garden table');
    expect((await ask('gard')).texts).toContain('garden chair');
    expect((await ask('Halo3 steelbook')).texts).toContain('xbox');
  });

  it('is understood by the end of a compound where the language writes them as one word', async () => {
    const german = read(packKeywords('de', [entry('sofa', 9, 'sessel', 'kissen')]).arrays, 'de');
    expect((await ask('Schlafsofa', german)).texts).toContain('kissen');
    const english = read(packKeywords('en', [entry('case', 9, 'cover', 'sleeve')]).arrays);
    expect((await ask('bookcase', english)).texts).toEqual([]);
  });
});

it('does not correct a known word', async () => {
  const two = read(packKeywords('en', [entry('cold case', 9, 'dvd'), entry('gold', 5, 'ring')]).arrays);
  expect((await ask('cold cse', two)).understoodAs).toBe('cold case');
  expect((await ask('gold case', two)).texts).toEqual(expect.arrayContaining(['ring', 'dvd']));
});
