/*
 * Decides when two spellings mean the same search, for the engine's text index, for keyword patterns and for
 * suggestions.
 *
 * The rules are conservative on purpose: merging two different words does more harm than leaving a plural as it
 * is. Where the ending alone is ambiguous (German `Tische`, `Tasche`), a rule lists common product words, which may
 * also be the last part of a compound.
 */

type PluralRule = readonly [ending: RegExp, singular: string, minimumLength: number];

/** The first matching rule wins. Input is lower case with accents: Hungarian distinguishes `ák` from `ék`. */
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

/** Letters that NFD does not decompose into a letter and a mark. */
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
  const rules = pluralRules[primary] ?? [];
  // In Turkish the lower case of ASCII `I` is not ASCII, so the lower-case text is checked again.
  const lower = lowerCase(hasOnlyAscii(text) ? text : text.normalize('NFKC'), primary);
  return hasOnlyAscii(lower)
    ? splitAsciiWords(lower).map((word) => toSingular(word, rules))
    : splitWords(lower, primary).map((word) => foldAccents(toSingular(word, rules)));
};

/** `tokenize` with each word as it was typed, in lower case: `trainers` beside `trainer`. */
export const tokenizeWithSpelling = (
  text: string,
  language: string,
): { readonly token: string; readonly typed: string }[] => {
  const primary = primaryLanguage(language);
  const typed = splitWords(lowerCase(text.normalize('NFKC'), primary), primary);
  const tokens = tokenize(text, language);
  return tokens.map((token, at) => ({ token, typed: typed[at] ?? token }));
};

/** Equal for texts that differ only in case, accents, plural or punctuation. Word order matters. */
export const normalForm = (text: string, language: string): string => tokenize(text, language).join(' ');

/** Equal for normal forms that differ only in word order. */
export const wordOrderKey = (text: string, language: string): string =>
  tokenize(text, language).sort().join(' ');
