const endsInDigit = /\p{N}$/u;
const startsWithDigit = /^\p{N}/u;

/**
 * Two adjacent words written as one: `wi fi` → `wifi`, `500 gb` → `500gb`. Null where two digits would meet:
 * `15.6` must not become `156`.
 */
export const joinWords = (first: string, second: string): string | null =>
  endsInDigit.test(first) && startsWithDigit.test(second) ? null : first + second;

/** All ways to split a word in two: between halves that are long enough, and wherever a number meets letters. */
export const splitWord = (word: string, minimumLength: number): [string, string][] => {
  const halves: [string, string][] = [];
  for (let at = 1; at < word.length; at += 1) {
    const [first, second] = [word.slice(0, at), word.slice(at)];
    const longEnough = at >= minimumLength && word.length - at >= minimumLength;
    const numberMeetsLetters = endsInDigit.test(first) !== startsWithDigit.test(second);
    const insideNumber = endsInDigit.test(first) && startsWithDigit.test(second);
    if (!insideNumber && (longEnough || numberMeetsLetters)) halves.push([first, second]);
  }
  return halves;
};
