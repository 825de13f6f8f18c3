import { tokenize } from '../../../domain/normal-form.ts';
import { isStopWord } from '../../../domain/stop-words.ts';
import type { CatalogueItem } from './catalogue.ts';

/*
 * English puts any attribute before a noun: `leather boots`. Other languages inflect, use prepositions, or put the noun
 * first, and the titles of a shop know how:
 *
 *   de    Rotes Sommerkleid aus Leinen       Rotes Sommerkleid, Sommerkleid aus Leinen
 *   fr    Bottes d'hiver bleues en cuir      Bottes bleues, Bottes en cuir
 *   cs    Kožené boty Žďár                   Kožené boty
 *   hu    Tisza fekete bőrcsizma             Fekete bőrcsizma, Bőrcsizma
 *
 * So an attribute is combined with a category only where a title does it, and as the title does it.
 */

export const isEnglish = (language: string): boolean => /^en\b/i.test(language);

const nounFirst = new Set(['fr', 'es', 'it', 'pt', 'ro', 'ca', 'cs', 'sk', 'pl', 'ru', 'uk', 'bg', 'el']);

/** Whether a brand stands behind what it makes: `bottes Bel Œuvre`. */
export const putsNounFirst = (language: string): boolean =>
  nounFirst.has(language.split('-', 1)[0]?.toLowerCase() ?? '');

export const splitIntoTokens = (name: string): readonly string[] =>
  name.match(/[\p{L}\p{M}\p{N}'’&.-]+|[^\s]/gu) ?? [];

/**
 * The place of the word that names the category, as it is or as the end of a compound, or else with another stem in the
 * plural (`hrnec` of `Hrnce`); -1: there is none.
 */
const findNoun = (words: readonly string[], category: string, language: string): number => {
  const kinds = tokenize(category, language).filter((word) => !isStopWord(word));
  const find = (isSame: (form: string, kind: string) => boolean): number =>
    words.findIndex((word) =>
      tokenize(word, language).some((form) => kinds.some((kind) => isSame(form, kind))),
    );
  const at = find((form, kind) => form.endsWith(kind));
  return at < 0 ? find(haveOneStem) : at;
};

/** At least three letters, and six of ten. */
const haveOneStem = (a: string, b: string): boolean => {
  const length = Math.max(3, Math.ceil(0.6 * Math.max(a.length, b.length)));
  return a.length >= length && a.slice(0, length) === b.slice(0, length);
};

/**
 * Whether a part of a product's name could be a search of its own. Where the name says its category, a part without
 * it is none: `acier inoxydable écru`; nor is one with half of a brand or of a value: `vase en acier`; nor one with the brand
 * behind it where it stands in front: `Stuhl aus Holz Nordhaus`.
 */
export const isWholePart = (
  part: readonly string[],
  item: Pick<CatalogueItem, 'name'> & Partial<CatalogueItem>,
  language: string,
): boolean => {
  if (isEnglish(language)) return true;
  const { name, categories = [], brand = null, attributes = [] } = item;
  const words = splitIntoTokens(name);
  const nouns = categories.flatMap((path) => {
    const noun = findNoun(words, path.slice(path.lastIndexOf('/') + 1), language);
    return words[noun] ?? [];
  });
  const isHalf = (value: string): boolean => {
    const forms = tokenize(value, language).filter((form) => !isStopWord(form));
    const said = forms.filter((form) => part.some((word) => isFormOf(word, form, language))).length;
    return said > 0 && said < forms.length;
  };
  const endsWithBrand = brand !== null && part.join(' ').endsWith(` ${brand}`);
  return (
    (putsNounFirst(language) || !endsWithBrand) &&
    (nouns.length === 0 || nouns.some((noun) => part.includes(noun))) &&
    ![brand ?? '', ...attributes].some(isHalf)
  );
};

/** The noun with each attribute of the product that its title says, in the order and with the endings of the title. */
export function* findTitlePhrases(
  { name, brand, attributes }: CatalogueItem,
  category: string,
  language: string,
): Generator<string> {
  const words = splitIntoTokens(name);
  const noun = findNoun(words, category, language);
  if (noun < 0) return;
  for (const value of new Set(attributes)) {
    const kind = words[noun] ?? '';
    if (isBeginningOf(kind, value)) yield kind;
    const part = value === brand ? null : findValue(words, noun, value, language);
    if (part === null) continue;
    yield part.at < noun ? `${part.text} ${kind}` : `${kind} ${part.text}`;
  }
}

/** A compound says its material itself: `Lederstiefel`. */
const isBeginningOf = (compound: string, value: string): boolean =>
  compound.toLowerCase().startsWith(value.toLowerCase()) && compound.length >= value.length + 3;

/** The attribute as the title spells it, with the words before it that connect it: `aus Leinen`, `en cuir`. */
const findValue = (words: readonly string[], noun: number, value: string, language: string) => {
  const forms = tokenize(value, language);
  const at = words.findIndex((_, place) =>
    forms.every((form, offset) => isFormOf(words[place + offset] ?? '', form, language)),
  );
  const end = at + forms.length;
  if (forms.length === 0 || at < 0 || (at <= noun && noun < end)) return null;
  let start = at;
  while (start - 1 > noun && isStopWord(words[start - 1] ?? '')) start -= 1;
  // Before a noun only what stands directly there belongs to it.
  if (at < noun && end !== noun) return null;
  return { at, text: words.slice(start, end).join(' ') };
};

/** Letters that endings change at most: `weiß`, `weißes`; `bleu`, `bleues`. */
const endingLetters = 3;

const isFormOf = (word: string, form: string, language: string): boolean => {
  const [own = '', ...others] = tokenize(word, language);
  if (others.length > 0) return false;
  const stem = form.length > 4 ? form.slice(0, -1) : form;
  return own.startsWith(stem) && own.length - form.length <= endingLetters;
};
