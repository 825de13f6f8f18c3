import { compact, type Phrase, phraseKey } from './phrase.ts';

/** Shorter words differ by one letter and mean something else: `bag`, `rag`. */
const shortestTypo = 5;

/** Whether one insertion, deletion, replacement or swap of neighbours turns one text into the other. */
const isOneEdit = (a: string, b: string): boolean => {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const restA = a.slice(start);
  const restB = b.slice(start);
  if (restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)) return true;
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
};

const isNumberChange = (a: string, b: string): boolean =>
  (/\d/.test(a) || /\d/.test(b)) && a.replace(/\D/g, '') !== b.replace(/\D/g, '');

/** Two phrases a shopper would call the same: order, spaces, or a typo of each other. */
export const isNearDuplicate = (a: Pick<Phrase, 'words'>, b: Pick<Phrase, 'words'>): boolean => {
  if (phraseKey(a.words) === phraseKey(b.words)) return true;
  const [left, right] = [compact(a.words), compact(b.words)];
  if (left === right) return true;
  if (a.words.length !== b.words.length || isNumberChange(left, right)) return false;
  const differing = a.words.flatMap((word, place) =>
    word === b.words[place] ? [] : [[word, b.words[place] ?? ''] as const],
  );
  const [pair] = differing;
  if (differing.length !== 1 || pair === undefined) return false;
  return Math.min(pair[0].length, pair[1].length) >= shortestTypo && isOneEdit(pair[0], pair[1]);
};
