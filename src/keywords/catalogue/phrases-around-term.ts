import { isStopWord } from '../../domain/stop-words.ts';
import { tokenize } from '../../domain/normal-form.ts';
import type { CatalogueItem } from './catalogue.ts';
import { isWord, tokenise } from './combinations.ts';

const wordsAtMost = 4;

/**
 * What a product's name says around one word of it: what it is, as far as that word tells.
 *
 *   Sylvanian Families Triple Bunk Beds        bed     Bunk Beds
 *   Sylvanian Families Dining Room Set         room    Dining Room Set
 *   Angel Light Running Short                  light   Light Running Short
 *
 * A name says last what a product is, up to a number, a sign or a word like `for`. Its brand is left out; where it
 * has none, the first word is most often a name, and is taken only where the term itself is the last.
 */
export const extractPhrasesAround = (
  { name, brand }: Pick<CatalogueItem, 'name' | 'brand'>,
  term: string,
  language: string,
): string[] => {
  const isBranded = brand !== null && name.toLowerCase().startsWith(`${brand.toLowerCase()} `);
  const parts = partsOf(isBranded ? name.slice(brand.length) : name);
  return parts.flatMap((part, place) => {
    const beginsWithName = place === 0 && !isBranded;
    return part.flatMap((word, at) =>
      tokenize(word, language).includes(term) ? around(part, at, beginsWithName, language) : [],
    );
  });
};

const around = (part: readonly string[], at: number, beginsWithName: boolean, language: string): string[] => {
  const withWordBefore = at > 1 || (at === 1 && (at === part.length - 1 || !beginsWithName));
  const start = withWordBefore ? at - 1 : at;
  const rest = part.slice(start);
  const phrase = rest.length <= wordsAtMost ? rest : part.slice(start, at + 2);
  return phrase.length > 1 && saysOnce(phrase, language) ? [phrase.join(' ')] : [];
};

const saysOnce = (phrase: readonly string[], language: string): boolean => {
  const words = phrase.flatMap((word) => tokenize(word, language));
  return new Set(words).size === words.length;
};

/** The name between numbers, signs and words like `for`. */
const partsOf = (name: string): string[][] => {
  const parts: string[][] = [[]];
  for (const token of tokenise(name))
    if (isWord(token) && !isStopWord(token)) parts.at(-1)?.push(token);
    else parts.push([]);
  return parts;
};
