import { profaneWords } from '@2toad/profanity';
import { tokenize } from '../../domain/normal-form.ts';

/** Whether a text holds a blocked word or phrase, as whole words in normal form. */
export type IsBlocked = (text: string) => boolean;

/**
 * The package's list in the website's language and in English (shoppers swear in both), plus the website's own
 * words. Languages that the package does not know (Hungarian, Turkish) have a short list here.
 *
 * Compared as whole words in normal form. The package's own matcher was rejected: it does not handle plurals and
 * accents, and inside words it would block Scunthorpe.
 */
export const createBlockedWordTest = (language: string, own: readonly string[] = []): IsBlocked => {
  const languages = new Set(['en', language.split('-', 1)[0]?.toLowerCase() ?? '']);
  const listedWords = [...languages].flatMap((code) => profaneWords.get(code) ?? builtInLists[code] ?? []);
  const phrases = new Set([...listedWords, ...own].map((text) => tokenize(text, language).join(' ')));
  phrases.delete('');
  const longest = Math.max(1, ...[...phrases].map((phrase) => phrase.split(' ').length));
  return (text) => listNgrams(tokenize(text, language), longest).some((phrase) => phrases.has(phrase));
};

/** The words that every shop would block first; a website adds its own. */
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
