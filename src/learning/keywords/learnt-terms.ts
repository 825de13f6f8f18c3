import { isStopWord } from '../../domain/stop-words.ts';
import type { LearntKeywords } from './mine/learn.ts';

const learntTermDefaults = {
  /** Words kept, those of most shoppers first. */
  limit: 20_000,
  lettersAtLeast: 3,
} as const;

/**
 * Content words that enough shoppers used in any search. They get entries of their own, so that a pattern nobody
 * has searched before is answered through its words. They are never suggested.
 */
export const listLearntTerms = ({ behaviour, shoppersAtLeast }: LearntKeywords): string[] =>
  [...behaviour.wordShoppers]
    .filter(([word, shoppers]) => shoppers >= shoppersAtLeast && isContentWord(word))
    .sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1))
    .slice(0, learntTermDefaults.limit)
    .map(([word]) => word);

const isContentWord = (word: string): boolean =>
  word.length >= learntTermDefaults.lettersAtLeast && /^\p{L}+$/u.test(word) && !isStopWord(word);
