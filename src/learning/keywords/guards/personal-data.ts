/*
 * Texts that may hold personal data are never suggested to other shoppers. A false positive costs one
 * suggestion, a false negative shows somebody's data, so the rules prefer false positives.
 */

const phoneDigits = { fewest: 9, most: 15 } as const;
const cardDigits = { fewest: 12, most: 19 } as const;

/** Also with `@` and the dot spelt out, or lost in normalisation: `anna at mail dot example`. */
const emailPatterns = [
  /\S@\S/,
  /\b\S+\s+(at|arobase|kukac|zavináč|klammeraffe|arroba|chiocciola|małpa)\s+\S+\s+(dot|punkt|point|pont|tečka|punto|ponto|kropka)\s+[a-z]{2,}\b/i,
  /\b\w+[\s.]+\w+[\s.]+(gmail|hotmail|outlook|yahoo|icloud|gmx|protonmail|freemail|libero|orange)[\s.]+(com|de|fr|es|it|hu|net|org|me|co)\b/i,
  /\b(gmail|hotmail|outlook|yahoo|icloud|gmx|protonmail|freemail)[\s.]+(com|de|fr|es|it|hu|net|org|me)\b/i,
];

/** What an address has at least. Every search is checked, and this takes a tenth of the time of all patterns. */
const emailSign =
  /@|dot|punkt|point|pont|tečka|punto|ponto|kropka|gmail|hotmail|outlook|yahoo|icloud|gmx|protonmail|freemail|libero|orange/i;

export const hasEmailAddress = (text: string): boolean =>
  emailSign.test(text) && emailPatterns.some((pattern) => pattern.test(text));

/** Digits that are written together or in groups of blanks, dots, hyphens, slashes and brackets. */
const digitRuns = (text: string, fewest: number): string[] => {
  if (countDigits(text) < fewest) return [];
  return (text.match(/\+?\d(?:[\s().\-/]*\d)*/g) ?? []).map((run) => run.replace(/\D/g, ''));
};

const [zero, nine] = [48, 57];

const countDigits = (text: string): number => {
  let digits = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= zero && unit <= nine) digits += 1;
  }
  return digits;
};

export const hasCardNumber = (text: string): boolean =>
  digitRuns(text, cardDigits.fewest).some(
    (digits) => digits.length >= cardDigits.fewest && digits.length <= cardDigits.most && passesLuhn(digits),
  );

export const hasPhoneNumber = (text: string): boolean =>
  digitRuns(text, phoneDigits.fewest).some(
    (digits) => digits.length >= phoneDigits.fewest && digits.length <= phoneDigits.most,
  );

/** The check digit of payment cards: every second digit from the right doubled, the sum divisible by ten. */
const passesLuhn = (digits: string): boolean => {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = digit * 2;
    sum += place % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
};
