/*
 * A second opinion on suggestions. It shares neither lists nor code with the guards of the product: a fault in those would
 * otherwise judge itself. It knows few words, and only such that no shop uses for a product.
 */

/** Stems of English and German words, compared with the beginning of each word. */
const explicitStems = [
  ...[
    'fuck',
    'motherfuck',
    'cunt',
    'porn',
    'blowjob',
    'handjob',
    'cumshot',
    'gangbang',
    'bukkake',
    'masturbat',
  ],
  ...['dildo', 'orgasm', 'ejaculat', 'clitoris', 'vagina', 'penis', 'anal sex', 'milf', 'hentai', 'bestial'],
  ...['fick', 'fotze', 'hure', 'wichs', 'arschfick', 'schwanzlutsch', 'titten'],
];
const abusiveStems = ['nigger', 'faggot', 'kike', 'wetback', 'spastic', 'kanake', 'neger', 'missgeburt'];
const sexualStems = [...explicitStems, 'sex', 'nude', 'naked', 'nackt', 'erotic', 'erotik', 'horny', 'geil'];
const minorStems = [
  'child',
  'kid',
  'teen',
  'preteen',
  'schoolgirl',
  'schoolboy',
  'toddler',
  'underage',
  'kinder',
];

const toWords = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter((word) => word !== '');

const hasStem = (words: readonly string[], stems: readonly string[]): boolean => {
  const text = ` ${words.join(' ')}`;
  return stems.some((stem) => text.includes(` ${stem}`));
};

/** Why a text must not be suggested; null: this judge knows of nothing. */
export const judgeSuggestion = (text: string): 'explicit' | 'abuse' | 'minors' | null => {
  const words = toWords(text);
  if (hasStem(words, minorStems) && hasStem(words, sexualStems)) return 'minors';
  if (hasStem(words, abusiveStems)) return 'abuse';
  return hasStem(words, explicitStems) ? 'explicit' : null;
};
