import { isStopWord } from '../../../domain/stop-words.ts';

/** Words of a normal form without filler words such as `with` and `the`. */
export const contentWords = (form: string): Set<string> =>
  new Set(form.split(' ').filter((word) => word !== '' && !isStopWord(word)));

/** Whether patterns may be looked up by this word alone. Not by a number: `3 seater` and `halo 3` have nothing in common. */
export const hasEnoughLetters = (word: string): boolean => /\p{L}/u.test(word) && word.length > 1;
