import { describe, expect, it } from 'vitest';
import { createSecrets, masterKeyId } from './encryption.ts';
import { isImportedKey, looksRandom, makeKey, maskKey } from './keys.ts';
import { refuseInvalidKeys } from './subscription-keys.ts';

/** Made once with the master key of 32 times 7. */
const hashOfAKey = '4415795544609cece05a44e4dc6c35ad0032ade69fd4145f225c2b62a1215e7a';
const idOfSevens = '6aa49902bbe7c50294633a673c976a54eeb177616c6f619c75905728aebdc7ec';
const sealedBefore = 'v1.KfKqqhx3S8Jd1F7bi8SHjxBka9HvgM0j5V_m0grfjVWenW_tND6r3f9Vfc0';

describe('a key that was imported', () => {
  it.each([
    ['01234567'.repeat(4), true],
    ['0123456'.repeat(5).slice(0, 32), false],
    // Letters in both cases are the same digit.
    ['0123aAbB'.repeat(4), false],
    ['0123456789abcdefABCDEF0123456789', true],
    ['0'.repeat(32), false],
  ])('%s can have been drawn at random: %s', (key, expected) => {
    expect(isImportedKey(key)).toBe(true);
    expect(looksRandom(key)).toBe(expected);
  });

  const random = '0123456789abcdef0123456789abcdef';
  const nextStep = 'Leave the keys out to get new ones.';
  it.each([
    [{ primary: 'short', secondary: random }, 'An imported key must have exactly 32 hex digits.', nextStep],
    [
      { primary: random, secondary: `${random}0` },
      'An imported key must have exactly 32 hex digits.',
      nextStep,
    ],
    [
      { primary: random, secondary: 'ab'.repeat(16) },
      'An imported key must be random; this one repeats a few digits.',
      nextStep,
    ],
    [
      { primary: random, secondary: random.toUpperCase() },
      'The primary and the secondary key must differ.',
      undefined,
    ],
  ])('is refused as %j', (keys, message, next) => {
    expect(() => refuseInvalidKeys(keys)).toThrow(
      expect.objectContaining({ code: 'bad-input', message, nextStep: next }),
    );
  });

  it('is accepted when both are random and differ', () => {
    expect(() => refuseInvalidKeys({ primary: random, secondary: random.replace('0', 'f') })).not.toThrow();
  });
});

describe('a masked key', () => {
  it('shows its kind and its last four characters', () => {
    const key = makeKey('publishable');
    expect(maskKey(key)).toBe(`kdr_pub_…${key.slice(-4)}`);
    expect(maskKey('0123456789abcdef0123456789abc3f9')).toBe('…c3f9');
  });
});

describe('what is derived from the master key', () => {
  const secrets = createSecrets(Buffer.alloc(32, 7));

  it('stays the same for ever: stored hashes and secrets depend on it', () => {
    expect(secrets.keyedHash('a key').toString('hex')).toBe(hashOfAKey);
    expect(masterKeyId(secrets)).toBe(idOfSevens);
    expect(secrets.decrypt('a purpose', sealedBefore)).toBe('a secret with Ω');
  });

  it('differs for hashing and for encryption, and says what to do when it cannot decrypt', () => {
    expect(() => createSecrets(Buffer.alloc(32, 8)).decrypt('a purpose', sealedBefore)).toThrow(
      expect.objectContaining({
        code: 'corrupted',
        message: 'A stored secret (a purpose) cannot be decrypted.',
        nextStep: expect.stringContaining('Put the two together again') as string,
      }),
    );
  });
});
