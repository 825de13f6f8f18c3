import type { KeywordEntry } from '../engine/engine.ts';
import type { Catalogue } from './catalogue.ts';
import { combinations } from './combinations.ts';
import type { KeywordRow } from './keyword-row.ts';
import { mergeSpellings, type Phrase } from './phrase.ts';
import { relate } from './relate.ts';

export type KeywordInputs = {
  readonly rows: Iterable<KeywordRow>;
  /** null where the website has no published products: then nothing is known about what finds something. */
  readonly catalogue: Catalogue | null;
  readonly language: string;
};

function* spellings({ rows, catalogue }: KeywordInputs) {
  for (const { keyword, count } of rows) yield { displayText: keyword, popularity: count };
  if (catalogue === null) return;
  // Catalogue names are written in capitals; shoppers' spelling wins where there is one.
  for (const name of combinations(catalogue)) yield { displayText: name, popularity: 0 };
}

const phrasesOf = (inputs: KeywordInputs): Phrase[] =>
  mergeSpellings(spellings(inputs), inputs.language).map(({ words, best, popularity }) => {
    const found = inputs.catalogue?.find(words) ?? { products: null, category: null };
    return { text: words.join(' '), displayText: best.displayText, words, popularity, ...found };
  });

/**
 * Every known pattern with its ready list. A pattern that finds nothing is still a pattern, and is answered,
 * but is suggested to nobody.
 */
export const buildKeywords = (inputs: KeywordInputs): KeywordEntry[] => {
  const phrases = phrasesOf(inputs);
  const suggestionsFor = relate(phrases);
  return phrases
    .map((phrase) => ({
      text: phrase.text,
      displayText: phrase.displayText,
      popularity: phrase.popularity,
      suggestions: suggestionsFor(phrase),
    }))
    .sort((a, b) => (a.text < b.text ? -1 : 1));
};
