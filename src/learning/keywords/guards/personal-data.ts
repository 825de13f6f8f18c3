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

/** Whether digits that are written together or in groups of blanks, dots, hyphens, slashes and brackets pass a test. */
const hasDigits = (
  text: string,
  { fewest, most }: { readonly fewest: number; readonly most: number },
  passes: (digits: string) => boolean = () => true,
): boolean =>
  countDigits(text) >= fewest &&
  (text.match(/\+?\d(?:[\s().\-/]*\d)*/g) ?? [])
    .map((run) => run.replace(/\D/g, ''))
    .some((digits) => digits.length >= fewest && digits.length <= most && passes(digits));

const [zero, nine] = [48, 57];

const countDigits = (text: string): number => {
  let digits = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= zero && unit <= nine) digits += 1;
  }
  return digits;
};

export const hasCardNumber = (text: string): boolean => hasDigits(text, cardDigits, passesLuhn);
export const hasPhoneNumber = (text: string): boolean => hasDigits(text, phoneDigits);

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

const lengths: ReadonlyMap<string, number> = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18 FR27
   GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27
   MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24 SM27 ST25 SV28 TL23
   TN24 TR26 UA29 VA22 VG24 XK20`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

const start = /(?<![\p{L}\d])([a-z]{2})\s?\d{2}/giu;

/** Letters name the bank; words after a model number have more of them. */
const mostlyDigits = /^[a-z]{2}\d{2}(?=(?:[a-z]*\d){9})(?!.*[a-z]{6})[a-z\d]+$/i;

/** The check digits of an account number: as a number with letters from 10 on, it leaves 1 of 97. */
const passesCheck = (iban: string): boolean => {
  let rest = 0;
  for (const sign of iban.slice(4) + iban.slice(0, 4))
    for (const digit of String(Number.parseInt(sign, 36))) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
};

/** An international bank account number, also in groups and in lower case. */
export const hasIban = (text: string): boolean => {
  if (text.length < 15) return false;
  for (const match of text.matchAll(start)) {
    const length = lengths.get((match[1] ?? '').toUpperCase());
    const iban = text
      .slice(match.index)
      .replace(/[\s.-]/g, '')
      .slice(0, length);
    if (length === iban.length && mostlyDigits.test(iban) && passesCheck(iban)) return true;
  }
  return false;
};
