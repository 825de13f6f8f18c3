import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { KeyKind } from '../../domain/subscription.ts';

/*
 *   kdr_sec_<32 characters>_<6 characters>
 *   │   │                    └ checksum of everything before it
 *   │   └ kind: sec, pub, ing
 *   └ our prefix: secret scanners find it
 *
 * A key of 32 hex digits was imported: a shop used it before. It has no kind and no checksum.
 */
const kinds = { secret: 'sec', publishable: 'pub', ingest: 'ing' } as const satisfies Record<KeyKind, string>;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const bodyLength = 32;
const checksumLength = 6;
const ownKeyPattern = /^(kdr_(?:sec|pub|ing)_[0-9A-Za-z]{32})_([0-9A-Za-z]{6})$/;
const importedKeyPattern = /^[0-9a-fA-F]{32}$/;

export const makeKey = (kind: KeyKind): string => {
  const body = Array.from({ length: bodyLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  const text = `kdr_${kinds[kind]}_${body}`;
  return `${text}_${computeChecksum(text)}`;
};

/** False for a typo: such a key needs no database read. */
export const looksLikeKey = (text: string): boolean => {
  const own = ownKeyPattern.exec(text);
  if (own?.[1] !== undefined) return computeChecksum(own[1]) === own[2];
  return isImportedKey(text);
};

export const isImportedKey = (text: string): boolean => importedKeyPattern.test(text);

/** A random key has 14 different digits on average, and fewer than this once in twenty million. */
const leastDistinctDigits = 8;

/** Whether a key can have been drawn at random: `0000…` and `abab…` were typed, and can be guessed. */
export const looksRandom = (key: string): boolean => new Set(key.toLowerCase()).size >= leastDistinctDigits;

/** Enough to recognise the key: `kdr_sec_…3f9a`. */
export const maskKey = (key: string): string => {
  const prefix = isImportedKey(key) ? '' : key.slice(0, key.indexOf('_', 'kdr_'.length) + 1);
  return `${prefix}…${key.slice(-4)}`;
};

/** CRC-32 in base 62. It detects every error within four neighbouring characters. */
const computeChecksum = (text: string): string => {
  let rest = crc32(text);
  let digits = '';
  for (let index = 0; index < checksumLength; index += 1) {
    digits = alphabet.charAt(rest % alphabet.length) + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
};
