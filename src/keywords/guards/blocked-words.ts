import { createRequire } from 'node:module';
import { profaneWords } from '@2toad/profanity';
import {
  findForbiddenAmong,
  type ForbiddenReason,
  isSexualWord,
  readObfuscatedWords,
} from '../../domain/forbidden-text.ts';
import { tokenize } from '../../domain/normal-form.ts';

/** Word lists by language. The package has no types. */
const require = createRequire(import.meta.url);
const naughtyWords = require('naughty-words') as Readonly<Record<string, readonly string[]>>;

/**
 * Why a text must not be suggested:
 *  - `blocked word`: a word that the website blocks;
 *  - `offensive word`: a word of the lists below, unless the shop's own catalogue uses it (`nude` as a colour);
 *  - the reasons of `findForbidden`, which nothing overrides.
 */
export type UnsafeReason = 'blocked word' | 'offensive word' | ForbiddenReason;

export type FindUnsafe = (text: string) => UnsafeReason | null;

export type SafetyOptions = {
  readonly language: string;
  /** The website's own words. */
  readonly blockedWords?: readonly string[];
  /** Whether a word occurs in the names, brands, categories or attributes of the catalogue; null without one. */
  readonly isCatalogueWord?: ((word: string) => boolean) | null;
  /** Whether a text finds products; null without a catalogue. */
  readonly findsProducts?: ((text: string) => boolean) | null;
};

/**
 * Lists of two packages in the website's language and in English (shoppers use both), and for Hungarian and Turkish a
 * list of our own, because theirs are short.
 *
 * Compared as whole words in normal form, together with what obfuscated spellings are meant to read (`p0rn`). The
 * matcher of `@2toad/profanity` was rejected: it does not handle plurals and accents, and inside words it would block
 * Scunthorpe.
 */
export const createSafetyTest = ({
  language,
  blockedWords = [],
  isCatalogueWord = null,
  findsProducts = null,
}: SafetyOptions): FindUnsafe => {
  const blocked = createPhraseTest(blockedWords, language);
  const offensive = createPhraseTest(listOffensiveWords(language), language, harmlessPhrases);
  const isSold = (phrase: string): boolean => {
    const words = phrase.split(' ');
    if (isCatalogueWord === null || !words.every(isCatalogueWord)) return false;
    return words.length === 1 || (findsProducts?.(phrase) ?? false);
  };
  const check = (text: string): UnsafeReason | null => {
    const allWords = readObfuscatedWords(text, language);
    const forbidden = findForbiddenAmong(text, allWords);
    if (forbidden !== null) return forbidden;
    const words = tokenize(text, language);
    if (blocked(words).length > 0) return 'blocked word';
    const others = allWords.filter((word) => !words.includes(word));
    const found = [
      ...offensive(words),
      ...others.flatMap((word) => offensive([word])),
      ...allWords.filter(isSexualWord),
    ];
    return found.every(isSold) ? null : 'offensive word';
  };
  // The same suggestions stand in many lists.
  const cache = new Map<string, UnsafeReason | null>();
  return (text) => {
    const known = cache.get(text);
    if (known !== undefined) return known;
    const reason = check(text);
    cache.set(text, reason);
    return reason;
  };
};

const listOffensiveWords = (language: string): string[] => {
  const primary = language.split('-', 1)[0]?.toLowerCase() ?? '';
  return [...new Set(['en', primary])].flatMap((code) => [
    ...(profaneWords.get(code) ?? []),
    ...(naughtyWords[code] ?? []),
    ...(builtInLists[code] ?? []),
  ]);
};

/**
 * Phrases and words of the lists that shoppers use for products: `big black bag`, `tight white jeans`, `xx small`. And
 * words that are something else once their accents are gone: `piña`, `got`.
 */
const harmlessPhrases: readonly string[] = [
  'alaskan pipeline',
  'ball',
  'big black',
  'bullet vibe',
  'butt',
  'cialis',
  'domination',
  'escort',
  'fingering',
  'girl on',
  'göt',
  'grope',
  'hard core',
  'hardcore',
  'hot chick',
  'how to kill',
  'huge fat',
  'jelly donut',
  'leather restraint',
  'pina',
  'poof',
  'rimming',
  'scat',
  'shag',
  'shrimping',
  'skeet',
  'snatch',
  'snowballing',
  'suck',
  'sucks',
  'tainted love',
  'taste my',
  'tied up',
  'tight white',
  'tongue in a',
  'twinkie',
  'xx',
];

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

/** For languages whose lists are short. A website adds its own words. */
const builtInLists: Readonly<Record<string, readonly string[]>> = {
  hu: [
    'anyád',
    'baszd meg',
    'baszik',
    'baszás',
    'bazdmeg',
    'bazmeg',
    'buzi',
    'csöcs',
    'cigánybűnözés',
    'fasz',
    'faszfej',
    'faszkalap',
    'faszszopó',
    'geci',
    'hülyepicsa',
    'köcsög',
    'kurva',
    'kurvanyád',
    'lófasz',
    'megbaszni',
    'picsa',
    'pinanyaló',
    'pornó',
    'punci',
    'ribanc',
    'segglyuk',
    'seggfej',
    'szajha',
    'szar',
    'szopás',
    'szopik',
    'zsidózás',
  ],
  tr: [
    'amcık',
    'amına koyayım',
    'amına koyim',
    'amk',
    'ananı sikeyim',
    'aq',
    'bok',
    'dalyarak',
    'fahişe',
    'gavat',
    'götveren',
    'göt deliği',
    'ibne',
    'kahpe',
    'kaltak',
    'kancık',
    'orospu',
    'orospu çocuğu',
    'oruspu',
    'pezevenk',
    'porno',
    'puşt',
    'sik',
    'sikik',
    'sikiş',
    'sikmek',
    'siktir',
    'taşak',
    'yarak',
    'yarrak',
    'yavşak',
  ],
};

/** All n-grams of one to `longest` words. */
const listNgrams = (words: readonly string[], longest: number): string[] =>
  words.flatMap((_, start) =>
    Array.from({ length: Math.min(longest, words.length - start) }, (_value, more) =>
      words.slice(start, start + more + 1).join(' '),
    ),
  );
