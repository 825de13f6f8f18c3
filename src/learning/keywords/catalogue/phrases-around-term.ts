import { isStopWord } from '../../../domain/stop-words.ts';
import { tokenize } from '../../../domain/normal-form.ts';
import type { CatalogueItem } from './catalogue.ts';
import { isWord } from './combinations.ts';
import { isWholePart, splitIntoTokens } from './title-phrases.ts';

const maximumWords = 4;

/**
 * The phrase around a term in a product's name.
 *
 *   Sylvanian Families Triple Bunk Beds        bed     Bunk Beds
 *   Sylvanian Families Dining Room Set         room    Dining Room Set
 *   Angel Light Running Short                  light   Light Running Short
 *
 * The kind of product is usually the end of a name, or stands before a number, a punctuation mark or a word like
 * `for`. The brand is left out. A name without its brand mostly begins with a proper name, so the first word is
 * only used when the term is the last word.
 */
export const extractPhrasesAround = (
  item: Pick<CatalogueItem, 'name' | 'brand'> & Partial<CatalogueItem>,
  term: string,
  language: string,
): string[] => {
  const { name, brand } = item;
  const isBranded = brand !== null && name.toLowerCase().startsWith(`${brand.toLowerCase()} `);
  const parts = splitName(isBranded ? name.slice(brand.length) : name);
  const phrases = parts.flatMap((part, place) => {
    const beginsWithName = place === 0 && !isBranded;
    return part.flatMap((word, at) =>
      tokenize(word, language).includes(term) ? phraseAround(part, at, beginsWithName, language) : [],
    );
  });
  return phrases.filter((phrase) => isWholePart(phrase.split(' '), item, language));
};

const phraseAround = (
  part: readonly string[],
  at: number,
  beginsWithName: boolean,
  language: string,
): string[] => {
  const withWordBefore = at > 1 || (at === 1 && (at === part.length - 1 || !beginsWithName));
  const start = withWordBefore ? at - 1 : at;
  const rest = part.slice(start);
  const phrase = rest.length <= maximumWords ? rest : part.slice(start, at + 2);
  return phrase.length > 1 && hasNoRepeatedWord(phrase, language) ? [phrase.join(' ')] : [];
};

const hasNoRepeatedWord = (phrase: readonly string[], language: string): boolean => {
  const words = phrase.flatMap((word) => tokenize(word, language));
  return new Set(words).size === words.length;
};

/** Splits a name at numbers, punctuation marks and words like `for`. */
const splitName = (name: string): string[][] => {
  const parts: string[][] = [[]];
  for (const token of splitIntoTokens(name))
    if (isWord(token) && !isStopWord(token)) parts.at(-1)?.push(token);
    else parts.push([]);
  return parts;
};
