import { isStopWord } from '../domain/stop-words.ts';
import type { LearntKeywords } from './mine/learn.ts';

export const learntTermDefaults = {
  /** Words that most shoppers used are kept. */
  limit: 20_000,
  lettersAtLeast: 3,
} as const;

/**
 * Single words that enough shoppers used, in whatever searches: the term nodes of a walk. A pattern that nobody
 * ever typed goes from its words to what is related to them. They are answered for, and never suggested.
 */
export const listLearntTerms = ({ behaviour, shoppersAtLeast }: LearntKeywords): string[] =>
  [...behaviour.wordShoppers]
    .filter(([word, shoppers]) => shoppers >= shoppersAtLeast && isTelling(word))
    .sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1))
    .slice(0, learntTermDefaults.limit)
    .map(([word]) => word);

const isTelling = (word: string): boolean =>
  word.length >= learntTermDefaults.lettersAtLeast && /^\p{L}+$/u.test(word) && !isStopWord(word);
