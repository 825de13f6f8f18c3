import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasCardNumber, hasEmailAddress, hasPhoneNumber } from './personal-data.ts';

/** The rules without the checks that spare most texts the whole of them. */
const emailPatterns = [
  /\S@\S/,
  /\b\S+\s+(at|arobase|kukac|zavináč|klammeraffe|arroba|chiocciola|małpa)\s+\S+\s+(dot|punkt|point|pont|tečka|punto|ponto|kropka)\s+[a-z]{2,}\b/i,
  /\b\w+[\s.]+\w+[\s.]+(gmail|hotmail|outlook|yahoo|icloud|gmx|protonmail|freemail|libero|orange)[\s.]+(com|de|fr|es|it|hu|net|org|me|co)\b/i,
  /\b(gmail|hotmail|outlook|yahoo|icloud|gmx|protonmail|freemail)[\s.]+(com|de|fr|es|it|hu|net|org|me)\b/i,
];
const listRuns = (text: string): string[] =>
  (text.match(/\+?\d(?:[\s().\-/]*\d)*/g) ?? []).map((run) => run.replace(/\D/g, ''));

const parts = [
  'anna',
  '@',
  ' at ',
  ' Dot ',
  'com',
  '.',
  ' ',
  'GMAIL',
  'libero',
  'Orange',
  'shop',
  '55',
  '+4930',
  '901820',
  '-',
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...parts), fc.string({ maxLength: 3 })), { maxLength: 12 })
  .map((list) => list.join(''));

describe('the checks for personal data', () => {
  it('find an e-mail address wherever one of the rules does', () => {
    fc.assert(
      fc.property(text, (each) => {
        expect(hasEmailAddress(each)).toBe(emailPatterns.some((pattern) => pattern.test(each)));
      }),
      { numRuns: 500 },
    );
  });

  it('find a phone number wherever enough digits stand together', () => {
    fc.assert(
      fc.property(text, (each) => {
        expect(hasPhoneNumber(each)).toBe(listRuns(each).some(({ length }) => length >= 9 && length <= 15));
      }),
      { numRuns: 500 },
    );
  });

  it('find a card number only among twelve digits or more', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\d -]{0,30}$/), (each) => {
        const isLongEnough = listRuns(each).some(({ length }) => length >= 12 && length <= 19);
        if (!isLongEnough) expect(hasCardNumber(each)).toBe(false);
        expect(hasCardNumber(`${each} x 4111 1111 1111 1111`)).toBe(true);
      }),
    );
  });
});
