import { readdirSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { firstSchema } from './migrations.ts';
import { lightPasswords } from '../../../test/support/store/light-passwords.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { masterKeyId } from '../keys/encryption.ts';
import { openKeyring } from '../keys/keyring.ts';
import { openTestFolder } from '../../../test/support/store/test-shop.ts';

let test: ReturnType<typeof openTestFolder>;
beforeEach(() => {
  test = openTestFolder();
});
afterEach(() => test.remove());

const key = 'ab'.repeat(16);

/** As the first schema kept a website, one of its keys, its operator and an audit entry. */
const writeFirstVersion = async (): Promise<void> => {
  const secrets = openKeyring({ secretKey: null, dataDir: test.folder }).first();
  const database = new DatabaseSync(test.file);
  database.exec(firstSchema);
  const run = (sql: string, ...values: string[]) => database.prepare(sql).run(...values);
  run("INSERT INTO meta VALUES ('secret_mark', ?)", masterKeyId(secrets));
  run(
    'INSERT INTO websites VALUES (1, ?, ?, ?)',
    '00000000-0000-4000-8000-000000000000',
    'luma',
    JSON.stringify({ displayName: 'Luma', language: 'en', url: null, synonyms: [] }),
  );
  run(
    "INSERT INTO subscriptions VALUES (1, 1, 'shop', 'secret', 'active', ?)",
    JSON.stringify({ rate: null, quota: null, origins: [] }),
  );
  run(
    "INSERT INTO subscription_keys VALUES (?, 1, 'primary', ?, 0, NULL)",
    secrets.keyedHash(key).toString('hex'),
    secrets.encrypt('primary key of subscription 1', key),
  );
  run(
    "INSERT INTO accounts (id, email, password_hash) VALUES (1, 'anna@shop.example', ?)",
    await hashPassword('an old password', lightPasswords),
  );
  run("INSERT INTO members VALUES (1, 1, 'owner')");
  database.exec('PRAGMA user_version = 3');
  database.close();
};

describe('migration from the first schema', () => {
  it('keeps keys and operators', async () => {
    await writeFirstVersion();
    const store = await test.open();
    expect(store.directory().subscriptionByKey(key)).toMatchObject({
      name: 'shop',
      operations: [],
      addressRate: null,
    });
    expect(store.websites.byName('luma')).toMatchObject({ synonyms: [], redirects: [] });
    expect(store.operators.list(1)).toEqual([
      { operatorId: 1, websiteId: 1, email: 'anna@shop.example', role: 'owner' },
    ]);
    const credentials = { email: 'anna@shop.example', password: 'an old password' };
    const result = await store.accounts.signIn(credentials, { address: '192.0.2.1', userAgent: null });
    expect(result).toMatchObject({ ok: true, operator: { administrator: false, passwordUntil: null } });
    expect(store.audit.verify()).toBeNull();
  });
});

const setVersion = (version: number): void => {
  const database = new DatabaseSync(test.file);
  database.exec(`PRAGMA user_version = ${version}`);
  database.close();
};

describe('a database from before the first schema', () => {
  it('is refused, and left as it is', async () => {
    setVersion(2);
    await expect(() => test.open()).rejects.toThrow(
      expect.objectContaining({
        code: 'conflict',
        message: expect.stringMatching(/version 2, from before/) as string,
      }),
    );
  });
});

describe('a database of a newer program', () => {
  it('is refused with what to do, left as it is, and closed', async () => {
    (await test.open()).close();
    setVersion(99);
    await expect(() => test.open()).rejects.toThrow(
      expect.objectContaining({
        code: 'conflict',
        message: `The database ${test.file} has schema version 99; this program knows versions up to 5.`,
        nextStep: expect.stringMatching(/newer program.*backup from before/) as string,
      }),
    );
    // A connection that is left open keeps its write-ahead log.
    expect(readdirSync(test.folder).filter((name) => name.endsWith('-wal'))).toEqual([]);
    setVersion(5);
    expect((await test.open()).websites.list()).toEqual([]);
  });
});
