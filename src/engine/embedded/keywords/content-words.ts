import { isStopWord } from '../../../domain/stop-words.ts';

/** Words of a normal form that say what is looked for: not `with`, not `the`. */
export const contentWords = (form: string): Set<string> =>
  new Set(form.split(' ').filter((word) => word !== '' && !isStopWord(word)));

/** A number alone leads nowhere: `3` of `3 seater` has nothing to do with `halo 3`. */
export const hasEnoughLetters = (word: string): boolean => /\p{L}/u.test(word) && word.length > 1;
