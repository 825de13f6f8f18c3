import { type PluralRule, pluralRules } from './plural-rules.ts';

/*
 * Decides when two spellings mean the same search, for the engine's text index, for keyword patterns and for
 * suggestions.
 *
 * The rules are conservative on purpose: merging two different words does more harm than leaving a plural as it
 * is. Where the ending alone is ambiguous (German `Tische`, `Tasche`), a rule lists common product words, which may
 * also be the last part of a compound.
 */

/** Letters that NFD does not decompose into a letter and a mark. */
const undecomposed: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** `straße` → `strasse`. */
export const replaceUndecomposed = (text: string): string =>
  text.replace(/[ßæœøłđðþı]/g, (letter) => undecomposed[letter] ?? letter);

const primaryLanguage = (language: string): string => language.split('-', 1)[0]?.toLowerCase() ?? '';

const compounding = new Set(['de', 'hu', 'nl', 'sv', 'da', 'nb', 'no', 'fi']);

/** Letters of the two parts of a compound, at least. */
const [lettersOfBeginning, lettersOfEnd] = [3, 4];

/** The ends of a word that may be words, longest first, where compounds are one word: `lampe` of `Tischlampe`. */
export const listCompoundEnds = (word: string, language: string): string[] =>
  compounding.has(primaryLanguage(language)) && word.length >= lettersOfBeginning + lettersOfEnd
    ? Array.from({ length: word.length - lettersOfBeginning - lettersOfEnd + 1 }, (_, at) =>
        word.slice(lettersOfBeginning + at),
      )
    : [];

const lowerCase = (text: string, primary: string): string =>
  primary === 'tr' ? text.toLocaleLowerCase('tr') : text.toLowerCase();

const eliding = new Set(['fr', 'it', 'ca', 'pt']);

/** A preposition that is written with its word, which shoppers leave out: `robe d'été`. Names keep it: `D'Addario`. */
const elision = /(?<!\p{L})d['’](?=\p{L})/gu;

const toLowerText = (text: string, primary: string): string => {
  const plain = hasOnlyAscii(text) ? text : text.normalize('NFKC');
  return lowerCase(eliding.has(primary) ? plain.replace(elision, '') : plain, primary);
};

export const hasOnlyAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/**
 * Accents of Latin, Greek and Cyrillic letters, and the vowel points of Hebrew and Arabic, which are rarely written. The marks
 * of other scripts are letters: without them Thai, Hindi and Japanese words would be others.
 */
const accents = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]+/g;

const foldAccents = (text: string): string =>
  hasOnlyAscii(text)
    ? text
    : replaceUndecomposed(text.normalize('NFD').replace(accents, '').normalize('NFC'));

const toSingular = (word: string, rules: readonly PluralRule[]): string => {
  for (const [ending, replacement, minimumLength] of rules) {
    if (word.length >= minimumLength && ending.test(word)) return word.replace(ending, replacement);
  }
  return word;
};

const noRules: readonly PluralRule[] = [];

const mostRepetitions = 3;

/** By rules, then by word: the words of a shop are few, and trying all endings on each takes long. */
const knownWords = new WeakMap<readonly PluralRule[], Map<string, string>>();
const maximumKnownWords = 20_000;
const maximumKnownLength = 40;

const toNormalWord = (word: string, rules: readonly PluralRule[]): string => {
  if (word.length > maximumKnownLength) return findNormalWord(word, rules);
  let known = knownWords.get(rules);
  if (known === undefined || known.size >= maximumKnownWords) {
    known = new Map<string, string>();
    knownWords.set(rules, known);
  }
  const before = known.get(word);
  if (before !== undefined) return before;
  const form = findNormalWord(word, rules);
  known.set(word, form);
  return form;
};

/** German umlauts as they are typed on other keyboards: `Stuehle`. Not in `neue`, `blaue`, `Quelle` and `Blue`. */
const restoreUmlauts = (word: string): string =>
  word
    .replaceAll('ae', 'ä')
    .replaceAll('oe', 'ö')
    .replaceAll(/(?<![aeäq])ue(?!$)/g, 'ü');

/** Until nothing changes: what is left of a word may end like a plural again, and a normal form is its own. */
const findNormalWord = (word: string, rules: readonly PluralRule[]): string => {
  const spelt = rules === pluralRules['de'] ? restoreUmlauts(word) : word;
  let form = foldAccents(toSingular(spelt, rules));
  for (let round = 0; round < mostRepetitions; round += 1) {
    const next = foldAccents(toSingular(form, rules));
    if (next === form) return form;
    form = next;
  }
  return form;
};

/** Scripts that are written without spaces between words. */
const unspacedScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const segmenters = new Map<string, Intl.Segmenter>();

/** Words of a text without spaces, by the dictionaries of ICU. */
const segmentWords = (text: string, primary: string): string[] => {
  if (!unspacedScript.test(text)) return [text];
  const segmenter =
    segmenters.get(primary) ?? new Intl.Segmenter(primary || undefined, { granularity: 'word' });
  segmenters.set(primary, segmenter);
  return Array.from(segmenter.segment(text))
    .filter(({ isWordLike }) => isWordLike === true)
    .map(({ segment }) => segment);
};

/** Apostrophes are removed (`levi's` = `levis`); every other character that is no letter or digit separates words. */
const splitWords = (text: string, primary: string): string[] => {
  const parts = text.replace(/['’`´]/g, '').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return unspacedScript.test(text) ? parts.flatMap((part) => segmentWords(part, primary)) : parts;
};

/** `splitWords` for lower-case ASCII, which is faster. */
const splitAsciiWords = (text: string): string[] => text.replace(/['`]/g, '').match(/[a-z0-9]+/g) ?? [];

/**
 * The words of a text in order: lower case, without accents, singular. Most texts are ASCII; checking that first
 * saves a quarter of the time.
 */
export const tokenize = (text: string, language: string): string[] => {
  const primary = primaryLanguage(language);
  const rules = pluralRules[primary] ?? noRules;
  // In Turkish the lower case of ASCII `I` is not ASCII, so the lower-case text is checked again.
  const lower = toLowerText(text, primary);
  return hasOnlyAscii(lower)
    ? splitAsciiWords(lower).map((word) => toNormalWord(word, rules))
    : splitWords(lower, primary).map((word) => toNormalWord(word, rules));
};

/** `tokenize` with each word as it was typed, in lower case: `trainers` beside `trainer`. */
export const tokenizeWithSpelling = (
  text: string,
  language: string,
): { readonly token: string; readonly typed: string }[] => {
  const primary = primaryLanguage(language);
  const typed = splitWords(toLowerText(text, primary), primary);
  const tokens = tokenize(text, language);
  return tokens.map((token, at) => ({ token, typed: typed[at] ?? token }));
};

/** Equal for texts that differ only in case, accents, plural or punctuation. Word order matters. */
export const normalForm = (text: string, language: string): string => tokenize(text, language).join(' ');

/** Equal for normal forms that differ only in word order. */
export const wordOrderKey = (text: string, language: string): string =>
  tokenize(text, language).sort().join(' ');
