import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aDataset, aSubscription, aWebsite, openTestFolder } from '../../../test/support/store/test-shop.ts';
import { openKeyring } from '../keys/keyring.ts';
import type { Store } from '../store.ts';
import { openStore } from './open-store.ts';

const auth = { kind: 'basic' as const, user: 'feed', password: 'a feed password' };
const source = { file: null, url: 'https://a.example/f', images: null, schedule: null, auth };
const from = { address: '192.0.2.1', userAgent: null };
const signIn = { email: 'ann@shop.example', password: 'a quiet long password' };

let test: ReturnType<typeof openTestFolder>;
let store: Store;
let websiteId: number;
let keys: { readonly primary: string; readonly secondary: string };
beforeEach(async () => {
  test = openTestFolder();
  store = await test.open();
  websiteId = (await store.websites.put('test', aWebsite('luma'))).id;
  await store.datasets.put(websiteId, 'test', aDataset({ source }));
  keys = (await store.subscriptions.put(websiteId, 'test', aSubscription())).keys ?? {
    primary: '',
    secondary: '',
  };
  const member = await store.operators.put(websiteId, 'test', signIn.email, 'owner', signIn.password);
  await store.accounts.totp.begin(member.operatorId);
});
afterEach(() => test.remove());

const readColumn = (sql: string): unknown[] => {
  const database = new DatabaseSync(test.file);
  const rows = database.prepare(sql).all();
  database.close();
  return rows.flatMap((row) => Object.values(row));
};

describe('a new secret key', () => {
  it('encrypts each secret again, counts them, and is audited', async () => {
    const secrets = 'SELECT sealed FROM subscription_keys UNION SELECT sealed_auth FROM datasets';
    const [before, marks] = [
      readColumn(secrets),
      readColumn("SELECT value FROM meta WHERE name = 'secret_mark'"),
    ];
    // Two keys, one feed password, one secret of an authenticator that is being set up.
    expect(await store.secretKey.rotate('ann')).toEqual({ reencrypted: 4 });
    expect(readColumn(secrets).filter((sealed) => before.includes(sealed))).toEqual([]);
    expect(readColumn("SELECT value FROM meta WHERE name = 'secret_mark'")).not.toEqual(marks);
    expect(store.audit.list(0, 1)).toMatchObject([
      {
        actor: 'ann',
        action: 'secret-key.rotate',
        subject: 'secret key',
        before: null,
        after: { reencrypted: 4 },
      },
    ]);
  });

  it('leaves keys and passwords as they are, in this process and in others', async () => {
    const serving = await test.open();
    expect(serving.directory().subscriptionByKey(keys.primary)?.name).toBe('shop');
    await store.secretKey.rotate('ann');
    await store.secretKey.rotate('ann');
    for (const each of [store, serving, await test.open()]) {
      expect(each.directory().subscriptionByKey(keys.primary)?.name).toBe('shop');
      expect(each.directory().subscriptionByKey(keys.secondary)?.name).toBe('shop');
      expect(each.datasets.byName(websiteId, 'catalogue')?.source?.auth).toEqual(auth);
      expect((await each.accounts.signIn(signIn, from)).ok).toBe(true);
      expect(each.audit.verify()).toBeNull();
    }
  });

  it('forgets attempts and known addresses, whose hashes belong to the old key', async () => {
    await store.accounts.signIn(signIn, from);
    await store.accounts.signIn({ ...signIn, password: 'a wrong password' }, from);
    const count = () => [
      ...readColumn('SELECT count(*) FROM attempts'),
      ...readColumn('SELECT count(*) FROM known_addresses'),
    ];
    expect(count().every((rows) => Number(rows) > 0)).toBe(true);
    await store.secretKey.rotate('ann');
    expect(count()).toEqual([0, 0]);
  });

  it('is needed to open the database afterwards', async () => {
    await store.secretKey.rotate('ann');
    store.close();
    const other = openKeyring({ secretKey: 'ab'.repeat(32), dataDir: test.folder });
    await expect(() => openStore({ file: test.file, keyring: other })).rejects.toThrow(
      expect.objectContaining({
        code: 'conflict',
        message: `The database ${test.file} was made with another secret key.`,
        nextStep: 'Give the secret key (or the file secret.key) that belongs to it.',
      }),
    );
  });

  it('must be given where the key comes from the environment', async () => {
    const folder = openTestFolder();
    const [old, next] = ['ab'.repeat(32), 'cd'.repeat(32)];
    const open = (secretKey: string, nextSecretKey: string | null = null): Promise<Store> =>
      openStore({
        file: folder.file,
        keyring: openKeyring({ secretKey, nextSecretKey, dataDir: folder.folder }),
      });
    const first = await open(old);
    const shop = await first.websites.put('test', aWebsite('luma'));
    const issued = (await first.subscriptions.put(shop.id, 'test', aSubscription())).keys?.primary ?? '';
    await expect(() => first.secretKey.rotate('ann')).rejects.toThrow('the next one is missing');
    const both = await open(old, next);
    expect(await both.secretKey.rotate('ann')).toEqual({ reencrypted: 2 });
    expect(both.directory().subscriptionByKey(issued)?.name).toBe('shop');
    const after = await open(next);
    expect(after.directory().subscriptionByKey(issued)?.name).toBe('shop');
    for (const each of [first, both, after]) each.close();
    folder.remove();
  });
});
