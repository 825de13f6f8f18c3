import { createRequire } from 'node:module';
import { tokenize } from '../../../domain/normal-form.ts';
import type { ForbiddenReason, ListedReason } from '../../../domain/safety/groups.ts';
import { toSeenText } from '../../../domain/safety/skeleton.ts';
import { createTextTest } from '../../../domain/safety/text-test.ts';
import { memoize } from '../../../domain/memoize.ts';

/** Word lists by language. The package has no types. */
const require = createRequire(import.meta.url);
const naughtyWords = require('naughty-words') as Readonly<Record<string, readonly string[]>>;

/**
 * Why a text must not be suggested:
 *  - `blocked word`: a word that the website blocks;
 *  - `web address`: unless it is the name of a brand (`StarTech.com`);
 *  - `ListedReason`: a listed word, unless the shop's own catalogue uses it (`nude` as a colour);
 *  - `ForbiddenReason`: nothing overrides it.
 */
export type UnsafeReason = 'blocked word' | 'web address' | ListedReason | ForbiddenReason;

export type FindUnsafe = (text: string) => UnsafeReason | null;

export type SafetyOptions = {
  readonly language: string;
  readonly blockedWords?: readonly string[];
  /** Whether a word occurs in the names, brands, categories or attributes of the catalogue; null without one. */
  readonly isCatalogueWord?: ((word: string) => boolean) | null;
  /** Whether a text finds products; null without a catalogue. */
  readonly findsProducts?: ((text: string) => boolean) | null;
};

/**
 * Our own lists of all languages, and those of a package in the website's language and in English, compared with
 * everything that the text may be meant to read (`p0rn`, `p*rn`, Cyrillic letters that look like Latin ones). Words are
 * compared as a whole or by their stem: inside of words, Scunthorpe would be blocked.
 */
export const createSafetyTest = ({
  language,
  blockedWords = [],
  isCatalogueWord = null,
  findsProducts = null,
}: SafetyOptions): FindUnsafe => {
  const blocked = createPhraseTest(blockedWords, language);
  const offensive = createPhraseTest(listPackageWords(language), language, harmlessPhrases);
  const inspect = createTextTest(language);
  const isSold = (typed: readonly string[]): boolean => {
    const words = tokenize(typed.join(' '), language);
    if (isCatalogueWord === null || !words.every(isCatalogueWord)) return false;
    return words.length === 1 || (findsProducts?.(words.join(' ')) ?? false);
  };
  const isOffensive = (parts: readonly string[]): boolean =>
    parts.some((part) => offensive(tokenize(part, language)).some((phrase) => !isSold(phrase.split(' '))));
  const check = (text: string): UnsafeReason | null => {
    const { forbidden, findListed, listUncovered } = inspect(text);
    if (forbidden !== null) return forbidden;
    if (blocked(tokenize(text, language)).length > 0) return 'blocked word';
    if (hasWebLink(toSeenText(text), (name) => isSold([name]))) return 'web address';
    return findListed(isSold) ?? (isOffensive(listUncovered()) ? 'offensive word' : null);
  };
  // The same suggestions stand in many lists.
  return memoize(check);
};

const listPackageWords = (language: string): string[] => {
  const primary = language.split('-', 1)[0]?.toLowerCase() ?? '';
  return [...new Set(['en', primary])].flatMap((code) => naughtyWords[code] ?? []);
};

/**
 * Phrases and words of the lists that shoppers use for products: `big black bag`, `tight white jeans`, `xx small`. And
 * words that are something else once their accents are gone: `piña`, `got`.
 */
const harmlessPhrases: readonly string[] = `
  alaskan pipeline, ball, barom, big black, bite, buksza, bukszák, bullet vibe, butt, búr, chatte, cialis,
  con, coon, cornhole, cul, dick, domination, escort, fan, fingering, franc, girl on, grope, göt, half,
  hard core, hardcore, hot chick, how to kill, huge fat, hård, jelly donut, leather restraint, marha,
  negro, nipple, nipples, panties, panty, pele, pina, pofa, poof, prdelka, pédale, pédales, rimming, scat,
  shag, shrimping, skeet, snatch, snowballing, spic, suck, sucks, swing, tainted love, taste my, tied up,
  tight white, tongue in a, twinkie, xx`
  .trim()
  .split(/,\s+/);

/** The phrases of a list that a text holds, as whole words in normal form. */
const createPhraseTest = (
  list: readonly string[],
  language: string,
  exceptions: readonly string[] = [],
): ((words: readonly string[]) => string[]) => {
  const normalise = (text: string): string => tokenize(text, language).join(' ');
  // Shorter forms are what is left of `@$$` and `s&m`: they would block `USB type A`.
  const phrases = new Set(list.map(normalise).filter((phrase) => /[^\s]{3}/u.test(phrase)));
  for (const exception of ['', ...exceptions]) phrases.delete(normalise(exception));
  const longest = Math.max(1, ...[...phrases].map((phrase) => phrase.split(' ').length));
  return (words) => listNgrams(words, longest).filter((phrase) => phrases.has(phrase));
};

/** All n-grams of one to `longest` words. */
const listNgrams = (words: readonly string[], longest: number): string[] =>
  words.flatMap((_, start) =>
    Array.from({ length: Math.min(longest, words.length - start) }, (_value, more) =>
      words.slice(start, start + more + 1).join(' '),
    ),
  );

/* Web addresses are never suggested: a shopper would take them for a recommendation of the shop. */

const topLevels =
  'com|net|org|info|biz|eu|de|at|ch|fr|hu|cz|sk|pl|it|es|pt|nl|be|dk|se|no|fi|ro|tr|gr|ru|ua|uk|us|io|cc|tk|xyz|top|online|shop|site|club|store|live|link|click|app|dev|tv|ly|gg|me|to|onion|example|invalid|test';

/** Never a name: a protocol, `www`, and the ways to write a dot that is no dot. */
const linkPatterns = [
  /(?<![\p{L}\d])(?:https?|hxxps?|www)(?![\p{L}\d])/iu,
  /ftp:\/\/|\[\.\]|\(\.\)/i,
  // Short names only with a path: `t.me/name`.
  new RegExp(`(?<![\\p{L}\\d.])[\\p{L}\\d]{1,3}\\.(?:${topLevels})/\\p{L}`, 'iu'),
  /(?<!\p{L})\p{L}[\p{L}\d-]{2,}\s*[([]?(?:dot|punkt|pont|tečka|point|punto)[)\]]?\s*(?:com|net|org|info|ru|hu|cz|fr)(?!\p{L})/iu,
];

/** A dot without a blank, and at least three letters before it. `asp.net` is a product. */
const domain = new RegExp(
  `(?<![\\p{L}\\d.])(?!asp\\.)[\\p{L}\\d][\\p{L}\\d-]{2,}\\.(?:${topLevels})(?![\\p{L}\\d])`,
  'giu',
);

/** What a web address has at least. */
const sign = /[.:]|www|http|hxxp|dot|punkt|pont|tečka|point|punto/i;

/** `isBrand` says whether a domain is what the shop calls a brand or product. */
export const hasWebLink = (text: string, isBrand: (domain: string) => boolean = () => false): boolean =>
  sign.test(text) &&
  (linkPatterns.some((pattern) => pattern.test(text)) ||
    (text.match(domain) ?? []).some((name) => !isBrand(name)));
