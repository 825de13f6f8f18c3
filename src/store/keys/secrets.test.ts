import { execFile } from 'node:child_process';
import { argon2Sync } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { looksLikeKey, makeKey } from './keys.ts';
import { hashPassword, passwordMatches } from '../accounts/passwords.ts';
import { openKeyring } from './keyring.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (secretKey: string | null = null) => openKeyring({ secretKey, dataDir: folder }).first();

describe('the key file', () => {
  it('is made on first use, for its owner alone, and used again', () => {
    const mark = open().keyedHash('x');
    expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600);
    expect(open().keyedHash('x')).toEqual(mark);
    expect(readdirSync(folder)).toEqual(['secret.key']);
  });

  it('is the same for processes that race to make it', async () => {
    const script = `
      import { openKeyring } from ${JSON.stringify(new URL('./keyring.ts', import.meta.url).href)};
      console.log(openKeyring({ secretKey: null, dataDir: ${JSON.stringify(folder)} }).first().keyedHash('x').toString('hex'));`;
    const start = () => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
    const marks = await Promise.all(Array.from({ length: 6 }, start));
    expect(new Set(marks.map(({ stdout }) => stdout.trim()))).toEqual(
      new Set([open().keyedHash('x').toString('hex')]),
    );
    expect(readdirSync(folder)).toEqual(['secret.key']);
  });

  it('that is damaged is refused, never replaced', () => {
    writeFileSync(join(folder, 'secret.key'), 'half a k');
    expect(() => open()).toThrow(/64 hex digits/);
  });

  it('is not made when the key is given', () => {
    open('ab'.repeat(32));
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a sealed secret', () => {
  it('opens for its purpose, with its key, unchanged, and in no other way', () => {
    const secrets = open('ab'.repeat(32));
    const sealed = secrets.encrypt('feed of a', 'clear Ω');
    expect(sealed).not.toContain('clear');
    expect(secrets.decrypt('feed of a', sealed)).toBe('clear Ω');
    expect(secrets.encrypt('feed of a', 'clear Ω')).not.toBe(sealed);
    expect(() => secrets.decrypt('feed of b', sealed)).toThrow(/cannot be decrypted/);
    expect(() => open('cd'.repeat(32)).decrypt('feed of a', sealed)).toThrow(/cannot be decrypted/);
    const flipped = sealed.slice(0, -3) + (sealed.at(-3) === 'A' ? 'B' : 'A') + sealed.slice(-2);
    for (const damaged of [flipped, sealed.slice(0, 10), '', 'v1.', 'v9.AAAA']) {
      expect(() => secrets.decrypt('feed of a', damaged)).toThrow(/cannot be decrypted/);
    }
  });
});

describe('a subscription key', () => {
  it('says what it is, and is never the same twice', () => {
    expect(makeKey('secret')).toMatch(/^kdr_sec_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/);
    expect(makeKey('publishable')).toMatch(/^kdr_pub_/);
    expect(makeKey('ingest')).toMatch(/^kdr_ing_/);
    expect(new Set(Array.from({ length: 1000 }, () => makeKey('secret'))).size).toBe(1000);
  });

  it('is known by its form, as is one that a shop brought along', () => {
    expect(looksLikeKey(makeKey('ingest'))).toBe(true);
    expect(looksLikeKey('0123456789abcdefABCDEF0123456789')).toBe(true);
    for (const text of [
      '',
      'x',
      '0123456789abcdef',
      `${makeKey('secret')} `,
      makeKey('secret').toLowerCase(),
    ]) {
      expect(looksLikeKey(text)).toBe(false);
    }
  });

  it('with one wrong character, or two exchanged, is refused without a look-up', () => {
    const place = fc.integer({ min: 8, max: 39 });
    const character = fc.constantFrom(...'0123456789ABCXYZabcxyz');
    fc.assert(
      fc.property(place, character, (at, other) => {
        const key = makeKey('secret');
        const slip = key.slice(0, at) + other + key.slice(at + 1);
        const swap = key.slice(0, at) + key.charAt(at + 1) + key.charAt(at) + key.slice(at + 2);
        expect(looksLikeKey(slip)).toBe(slip === key);
        expect(looksLikeKey(swap)).toBe(swap === key);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a password', () => {
  it('is kept as argon2id with its parameters', async () => {
    const hash = await hashPassword('correct horse');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await passwordMatches('correct horse', hash)).toBe(true);
    expect(await passwordMatches('correct horsf', hash)).toBe(false);
    expect(await passwordMatches('correct horse', 'not a hash')).toBe(false);
    expect(await hashPassword('correct horse')).not.toBe(hash);
  });

  it('is checked with the parameters that stand beside its hash', async () => {
    const lighter = argon2Sync('argon2id', {
      message: 'password',
      nonce: Buffer.from('a salt of 16 byt'),
      memory: 64,
      passes: 3,
      parallelism: 2,
      tagLength: 24,
    });
    const salt = Buffer.from('a salt of 16 byt').toString('base64').replace(/=+$/, '');
    const encoded = `$argon2id$v=19$m=64,t=3,p=2$${salt}$${lighter.toString('base64')}`;
    expect(await passwordMatches('password', encoded)).toBe(true);
    expect(await passwordMatches('password', encoded.replace('t=3', 't=4'))).toBe(false);
  });
});
