import { toSeenText } from '../../../domain/safety/skeleton.ts';
import type { FindUnsafe, UnsafeReason } from './blocked-words.ts';
import { hasIban, hasCardNumber, hasEmailAddress, hasPhoneNumber } from './personal-data.ts';
import { hasStreetAddress } from './street-address.ts';

export type Refusal =
  | 'too few shoppers'
  | 'finds no products'
  | UnsafeReason
  | 'e-mail address'
  | 'card number'
  | 'phone number'
  | 'bank account'
  | 'street address'
  | 'code'
  | 'campaign code'
  | 'too short';

/** What is known about a keyword that could be suggested. */
export type KeywordFacts = {
  /** Best-known spelling. */
  readonly displayText: string;
  readonly text: string;
  readonly shoppers: number;
  /** Whether any shopper clicked something for it. */
  readonly clicked: boolean;
};

export type GuardOptions = {
  /** Minimum number of different shoppers behind a learnt suggestion (k-anonymity). */
  readonly shoppersAtLeast: number;
  readonly findUnsafe: FindUnsafe;
  /**
   * Whether a keyword finds products. Null where the website has no product dataset: then a shopper must
   * have clicked something for it, unless the log has no clicks at all (`hasClicks`).
   */
  readonly findsProducts: ((text: string) => boolean) | null;
  readonly hasClicks: boolean;
};

export const guardDefaults = { shoppersAtLeast: 2, lettersAtLeast: 2 } as const;

export const findRefusal = (keyword: KeywordFacts, options: GuardOptions): Refusal | null => {
  const { shoppersAtLeast, findUnsafe, findsProducts, hasClicks } = options;
  if (keyword.shoppers < shoppersAtLeast) return 'too few shoppers';
  const finds = findsProducts === null ? keyword.clicked || !hasClicks : findsProducts(keyword.text);
  return findTextRefusal(keyword, findUnsafe) ?? (finds ? null : 'finds no products');
};

/**
 * Checks what was typed, what is seen of it (no zero-width spaces), and the normal form: it has no punctuation, which
 * may hide or reveal a pattern.
 */
export const findTextRefusal = (
  { displayText, text }: Pick<KeywordFacts, 'displayText' | 'text'>,
  findUnsafe: FindUnsafe,
): Refusal | null => {
  const spellings = new Set([displayText, toSeenText(displayText), text]);
  if (text.replaceAll(' ', '').length < guardDefaults.lettersAtLeast) return 'too short';
  const found = textTests.find(([, test]) => [...spellings].some(test));
  return found?.[0] ?? findUnsafe(displayText) ?? findUnsafe(text);
};
/*
 * Shoppers search for article, parcel and campaign numbers, but these are useless as suggestions for others.
 * Model names (`wh1000xm4`, `ps4`, `rtx 4090`) must stay.
 */

/** The whole text is a code: an article, parcel or order number. */
export const isOnlyProductCode = (text: string): boolean => {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const isCode = words.every((word) => looksLikeProductCode(word.replace(/\W/g, '')));
  return words.length > 0 && (isCode || isParcelNumber(text.replace(/[\s\-_/.#]/g, '')));
};

const looksLikeProductCode = (word: string): boolean => {
  // Digits only: `1942` and `2160` are names, six digits are an article number.
  if (/^\d+$/.test(word)) return word.length >= 6;
  return word.length >= 10 && word.replace(/\D/g, '').length >= 3;
};

/** Formats of UPS and of postal services, also when typed in groups. */
const isParcelNumber = (compact: string): boolean =>
  /^1z[0-9a-z]{16}$/i.test(compact) || /^[a-z]{2}\d{9}[a-z]{2}$/i.test(compact);

/** `laborday_videogames_20110902`, `20110801_gow3`, `utm_source=…`: parts of links in newsletters end up in search fields. */
export const hasCampaignCode = (text: string): boolean =>
  /\w_\w/.test(text) ||
  /\butm\b|\butm_/i.test(text) ||
  /(^|\D)20\d{2}(0[1-9]|1[0-2])([0-2]\d|3[01])(\D|$)/.test(text);

const textTests: readonly (readonly [Refusal, (text: string) => boolean])[] = [
  ['e-mail address', hasEmailAddress],
  ['bank account', hasIban],
  ['card number', hasCardNumber],
  ['phone number', hasPhoneNumber],
  ['street address', hasStreetAddress],
  ['campaign code', hasCampaignCode],
  ['code', isOnlyProductCode],
];
