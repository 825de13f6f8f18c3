import { describe, expect, it } from 'vitest';
import { createSafetyTest } from '../../../src/learning/keywords/guards/blocked-words.ts';
import { findTextRefusal } from '../../../src/learning/keywords/guards/refusal.ts';
import { normalForm } from '../../../src/domain/normal-form.ts';
import { homonyms, readHostileTexts, readInnocentTexts } from './corpora.ts';
import { disguise, disguises, isDisguisable } from './disguises.ts';

/** The guard as learning asks it. */
const createGuard = (language: string): ((text: string) => boolean) => {
  const findUnsafe = createSafetyTest({ language });
  return (text) =>
    findTextRefusal({ displayText: text, text: normalForm(text, language) }, findUnsafe) === null;
};

const hostile = readHostileTexts();
const innocent = readInnocentTexts();
const languages = [...new Set(innocent.map(({ language }) => language))];

describe('the guard', () => {
  it('is tried with enough texts of all languages', () => {
    expect(new Set(hostile.map(({ text }) => text)).size).toBeGreaterThan(1000);
    expect(new Set(innocent.map(({ text }) => text)).size).toBeGreaterThan(700);
    expect(languages).toHaveLength(21);
    expect(new Set(hostile.map(({ language }) => language))).toEqual(new Set([...languages, 'later']));
  });

  it.each(languages)('shows no hostile text of any language in a shop that speaks %s', (language) => {
    const maySuggest = createGuard(language);
    expect(hostile.map(({ text }) => text).filter(maySuggest)).toEqual(homonyms[language] ?? []);
  });

  it.each(Object.entries(disguises))('shows no hostile text in disguise: %s', (_name, change) => {
    const maySuggest = createGuard('en');
    const disguised = hostile.filter(isDisguisable).map(({ text }) => disguise(text, change));
    expect(disguised.filter(maySuggest)).toEqual([]);
  });

  it('withholds no innocent text in a shop of its own language', () => {
    const guards = new Map(languages.map((language) => [language, createGuard(language)]));
    const withheld = innocent.filter(({ text, language }) => guards.get(language)?.(text) === false);
    expect(withheld.map(({ text }) => text)).toEqual([]);
  });

  it.each(['en', 'de', 'hu'])(
    'withholds two of the innocent texts of all languages in a shop that speaks %s',
    (language) => {
      const maySuggest = createGuard(language);
      const withheld = innocent.filter(({ text }) => !maySuggest(text)).map(({ text }) => text);
      // Swedish: `slut` is the end, `fick` is got.
      expect(withheld).toEqual(['slut rea', 'fick lampa']);
    },
  );
});
