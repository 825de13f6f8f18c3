import { execFile } from 'node:child_process';
import { argon2Sync } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { looksLikeKey, makeKey } from './keys.ts';
import { hashPassword, type PasswordCost, passwordCost, passwordMatches } from '../accounts/passwords.ts';
import { openDatabase } from '../database/database.ts';
import { openStore } from '../sqlite/open-store.ts';
import { lightPasswords } from '../../../test/support/store/light-passwords.ts';
import { aWebsite } from '../../../test/support/store/test-shop.ts';
import { openKeyring } from './keyring.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (secretKey: string | null = null) => openKeyring({ secretKey, dataDir: folder }).first();

describe('key file', () => {
  it('is created on first use, readable by its owner only, and reused', () => {
    const hash = open().keyedHash('x');
    expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600);
    expect(open().keyedHash('x')).toEqual(hash);
    expect(readdirSync(folder)).toEqual(['secret.key']);
  });

  it('is the same for processes that create it at the same time', async () => {
    const script = `
      import { openKeyring } from ${JSON.stringify(new URL('./keyring.ts', import.meta.url).href)};
      console.log(openKeyring({ secretKey: null, dataDir: ${JSON.stringify(folder)} }).first().keyedHash('x').toString('hex'));`;
    const start = () => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
    const hashes = await Promise.all(Array.from({ length: 6 }, start));
    expect(new Set(hashes.map(({ stdout }) => stdout.trim()))).toEqual(
      new Set([open().keyedHash('x').toString('hex')]),
    );
    expect(readdirSync(folder)).toEqual(['secret.key']);
  });

  it('is refused when damaged, and never replaced', () => {
    writeFileSync(join(folder, 'secret.key'), 'half a k');
    expect(() => open()).toThrow(/64 hex digits/);
  });

  it('is not created when the key comes from the environment', () => {
    open('ab'.repeat(32));
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('encrypted secret', () => {
  it('decrypts only with its purpose, its key and unchanged bytes', () => {
    const secrets = open('ab'.repeat(32));
    const encrypted = secrets.encrypt('feed of a', 'clear Ω');
    expect(encrypted).not.toContain('clear');
    expect(secrets.decrypt('feed of a', encrypted)).toBe('clear Ω');
    expect(secrets.encrypt('feed of a', 'clear Ω')).not.toBe(encrypted);
    expect(() => secrets.decrypt('feed of b', encrypted)).toThrow(/cannot be decrypted/);
    expect(() => open('cd'.repeat(32)).decrypt('feed of a', encrypted)).toThrow(/cannot be decrypted/);
    const flipped = encrypted.slice(0, -3) + (encrypted.at(-3) === 'A' ? 'B' : 'A') + encrypted.slice(-2);
    for (const damaged of [flipped, encrypted.slice(0, 10), '', 'v1.', 'v9.AAAA']) {
      expect(() => secrets.decrypt('feed of a', damaged)).toThrow(/cannot be decrypted/);
    }
  });
});

describe('subscription key', () => {
  it('names its kind, and is never the same twice', () => {
    expect(makeKey('secret')).toMatch(/^kdr_sec_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/);
    expect(makeKey('publishable')).toMatch(/^kdr_pub_/);
    expect(makeKey('ingest')).toMatch(/^kdr_ing_/);
    expect(new Set(Array.from({ length: 1000 }, () => makeKey('secret'))).size).toBe(1000);
  });

  it('is recognised by its form, as is an imported key', () => {
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

  it('is refused without a database read when one character is wrong or two are swapped', () => {
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

describe('password hash', () => {
  it('is argon2id and stores its parameters', async () => {
    const hash = await hashPassword('correct horse', passwordCost);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await passwordMatches('correct horse', hash)).toBe(true);
    expect(await passwordMatches('correct horsf', hash)).toBe(false);
    expect(await passwordMatches('correct horse', 'not a hash')).toBe(false);
    expect(await hashPassword('correct horse', passwordCost)).not.toBe(hash);
  });

  it('has the full cost in a store that is told no other, and another one where it is told', async () => {
    const hashIn = async (settings: { passwordCost?: PasswordCost }): Promise<string> => {
      const file = join(mkdtempSync(join(folder, 'store-')), 'kindred.sqlite');
      const store = await openStore({
        file,
        keyring: openKeyring({ secretKey: null, dataDir: folder }),
        ...settings,
      });
      const { id } = await store.websites.put('test', aWebsite('luma'));
      await store.operators.put(id, 'test', 'anna@shop.example', 'owner', 'correct horse battery staple');
      store.close();
      const database = openDatabase(file);
      const row = database.get('SELECT password_hash FROM accounts');
      database.close();
      return String(row?.password_hash);
    };
    expect(await hashIn({})).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hashIn({ passwordCost: lightPasswords })).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
  });

  it('is verified with the stored parameters', async () => {
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
