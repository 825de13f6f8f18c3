/*
 * When do two spellings mean the same search? The one place that decides it, for the engine's text index,
 * for keyword patterns and for suggestions.
 *
 * Folding is modest on purpose: a rule that merges two different words does more harm than one that leaves a
 * plural alone. Where an ending alone does not tell (German `Tische`, `Tasche`), a rule names the words that shops
 * sell, as the last part of a compound, and leaves others as they are.
 */

type PluralRule = readonly [ending: RegExp, singular: string, minimumLength: number];

/** First rule that fits wins. They see lower case with accents: Hungarian needs `ák` apart from `ék`. */
const pluralRules: Readonly<Record<string, readonly PluralRule[]>> = {
  en: [
    [/(canvas|adidas|atlas|christmas|lens)(es)?$/, '$1', 4],
    [/^(wo)?mens?$/, '$1man', 3],
    [/childrens?$/, 'child', 8],
    [/(shel|scar|lea|loa|hal)ves$/, '$1f', 6],
    [/knives$/, 'knife', 6],
    [/(bean|boot|brown|cook|hood|mov|ones|self)ies$/, '$1ie', 6],
    [/hoody$/, 'hoodie', 5],
    [/ies$/, 'y', 5],
    [/(ss|sh|ch|x|zz)es$/, '$1', 5],
    [/([^siu])s$/, '$1', 4],
  ],
  de: [
    [/(schuh|ring|tisch|stühl|röck|schränk|teppich|säck|töpf|hüt|anzüg|strümpf|gerät|regal|hemd)e$/, '$1', 4],
    [/(kleid|bild|büch|räd|gläs|bänd)er$/, '$1', 5],
    [/(uhr|hemd|bett|schuh)en$/, '$1', 5],
    [/en$/, 'e', 6],
  ],
  fr: [
    [/(eau|eu|ou)x$/, '$1', 4],
    [/([^sui])s$/, '$1', 4],
  ],
  es: [
    [/ces$/, 'z', 5],
    [/([lrndj])es$/, '$1', 6],
    [/([aeoáéó])s$/, '$1', 4],
  ],
  it: [
    [/sandali$/, 'sandalo', 7],
    [/([cg])hi$/, '$1o', 5],
    [/([cg])he$/, '$1a', 5],
    [/gi$/, 'gio', 5],
    [/(on|or|al|il|ent|rd|nd)i$/, '$1e', 5],
    [/i$/, 'o', 5],
    [/(?<!on|or|al|il|er|ar|ir|nt|es|ic|nd|rd)e$/, 'a', 5],
  ],
  hu: [
    [/([áóőúű])k$/, '$1', 5],
    [/(?<=[^aáeéiíoóöőuúüű])[aeoö]k$/, '', 7],
  ],
  tr: [[/(lar|ler)$/, '', 6]],
};

/** Letters that Unicode does not take apart into a letter and a mark. */
const undecomposedLetters: Readonly<Record<string, string>> = {
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

const primaryLanguage = (language: string): string => language.split('-', 1)[0]?.toLowerCase() ?? '';

const lowerCase = (text: string, primary: string): string =>
  primary === 'tr' ? text.toLocaleLowerCase('tr') : text.toLowerCase();

const hasOnlyAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

const foldAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => undecomposedLetters[letter] ?? letter);

const toSingular = (word: string, rules: readonly PluralRule[]): string => {
  for (const [ending, replacement, minimumLength] of rules) {
    if (word.length >= minimumLength && ending.test(word)) return word.replace(ending, replacement);
  }
  return word;
};

/** Apostrophes inside a word vanish (`levi's` = `levis`); everything else that is no letter or digit parts words. */
const splitWords = (text: string): string[] =>
  text.replace(/['’`´]/g, '').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** The same for lower-case ASCII. */
const splitAsciiWords = (text: string): string[] => text.replace(/['`]/g, '').match(/[a-z0-9]+/g) ?? [];

/**
 * Words in order, in lower case, without accents, in the singular. Most texts of most catalogues are plain: seeing
 * that first saves a quarter of the time.
 */
export const tokenize = (text: string, language: string): string[] => {
  const primary = primaryLanguage(language);
  const rules = pluralRules[primary] ?? [];
  // In Turkish the small form of a plain I is not plain: so the small letters are looked at again.
  const lower = lowerCase(hasOnlyAscii(text) ? text : text.normalize('NFKC'), primary);
  return hasOnlyAscii(lower)
    ? splitAsciiWords(lower).map((word) => toSingular(word, rules))
    : splitWords(lower).map((word) => foldAccents(toSingular(word, rules)));
};

/** Equal for spellings that mean the same search: case, accents, plural, punctuation. Word order stays. */
export const normalForm = (text: string, language: string): string => tokenize(text, language).join(' ');

/** Equal for normal forms that differ in the order of words alone. */
export const wordOrderKey = (text: string, language: string): string =>
  tokenize(text, language).sort().join(' ');
