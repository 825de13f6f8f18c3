import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../sqlite/open-store.ts';
import { openKeyring } from './keyring.ts';
import type { Store } from '../store.ts';
import { aDataset, aSubscription, aWebsite, openTestFolder } from '../../../test/support/store/test-shop.ts';

const auth = { kind: 'basic' as const, user: 'feed', password: 'canary-feed-password' };
const source = { file: null, url: 'https://a.example/f', images: null, schedule: null, auth };

let test: ReturnType<typeof openTestFolder>;
let store: Store;
let websiteId: number;
let key: string;
let subscriptionId: number;
beforeEach(async () => {
  test = openTestFolder();
  store = await test.open();
  websiteId = (await store.websites.put('test', aWebsite('luma'))).id;
  await store.datasets.put(websiteId, 'test', aDataset({ source }));
  const { subscription, keys } = await store.subscriptions.put(websiteId, 'test', aSubscription());
  subscriptionId = subscription.id;
  key = keys?.primary ?? '';
});
afterEach(() => test.remove());

const keyFile = () => readFileSync(join(test.folder, 'secret.key'), 'utf8');
const expectIntact = async (by: Store): Promise<void> => {
  expect(by.directory().subscriptionByKey(key)?.name).toBe('shop');
  expect((await by.subscriptions.reveal(websiteId, subscriptionId)).primary).toBe(key);
  expect(by.datasets.byName(websiteId, 'catalogue')?.source?.auth).toEqual(auth);
  expect(by.audit.verify()).toBeNull();
};

describe('secret key rotation', () => {
  it('encrypts everything again, and running processes follow', async () => {
    const { operatorId } = await store.operators.put(
      websiteId,
      'test',
      'a@b.example',
      'owner',
      'a quiet password',
    );
    await store.accounts.totp.begin(operatorId);
    const serving = await test.open();
    await expectIntact(serving);
    const before = keyFile();
    expect(await (await test.open()).secretKey.rotate('command line')).toEqual({ reencrypted: 4 });
    expect(keyFile()).not.toBe(before);
    expect(readdirSync(test.folder).filter((name) => name.startsWith('secret'))).toEqual(['secret.key']);
    expect(statSync(join(test.folder, 'secret.key')).mode & 0o777).toBe(0o600);
    await expectIntact(serving);
    const rotated = await serving.subscriptions.rotate(websiteId, 'test', subscriptionId, 'secondary');
    expect((await test.open()).directory().subscriptionByKey(rotated)?.id).toBe(subscriptionId);
    await expectIntact(await test.open());
  });

  it('leaves nothing that the old key could decrypt', async () => {
    const files = () =>
      readdirSync(test.folder).map((name) => readFileSync(join(test.folder, name), 'latin1'));
    const lines = () => files().flatMap((bytes) => bytes.match(/v1\.[\w-]{40,}/g) ?? []);
    const old = new Set(lines());
    expect(old.size).toBeGreaterThan(0);
    await store.secretKey.rotate('command line');
    expect(lines().filter((encrypted) => old.has(encrypted))).toEqual([]);
  });

  it('is all or nothing, wherever the process is killed', async () => {
    // Killed at each of the steps on the files and the database in turn.
    for (let step = 1; step <= 5; step += 1) {
      const child = spawn(process.execPath, ['--input-type=module', '--eval', killedAt(test.folder, step)]);
      const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
      expect([code, signal]).toEqual([null, 'SIGKILL']);
      await expectIntact(await test.open());
      await expectIntact(store);
    }
    await store.secretKey.rotate('command line');
    await expectIntact(store);
    expect(existsSync(join(test.folder, 'secret.key.next'))).toBe(false);
  });

  it('takes the next key from the environment, which the service may already have', async () => {
    const [first, next] = ['1'.repeat(64), '2'.repeat(64)];
    const file = join(test.folder, 'other.sqlite');
    const open = (secretKey: string, nextSecretKey: string | null) =>
      openStore({ file, keyring: openKeyring({ secretKey, nextSecretKey, dataDir: test.folder }) });
    const serving = await open(first, next);
    const website = await serving.websites.put('test', aWebsite('luma'));
    const { keys } = await serving.subscriptions.put(website.id, 'test', aSubscription());
    const alone = await open(first, null);
    await expect(() => alone.secretKey.rotate('test')).rejects.toThrow(/the next one is missing/);
    alone.close();
    const changing = await open(first, next);
    await changing.secretKey.rotate('command line');
    expect(serving.directory().subscriptionByKey(keys?.primary ?? '')?.name).toBe('shop');
    await expect(() => open(first, null)).rejects.toThrow(/another secret key/);
    for (const opened of [serving, changing, await open(next, null)]) opened.close();
  });
});

const address = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href);

/** Steps: 1 next key written, 2 half encrypted again, 3 before the commit, 4 after it, 5 next key promoted. */
const killedAt = (folder: string, step: number): string => `
  import { openDatabase, toDatabase } from ${address('../database/database.ts')};
  import { createAudit } from ${address('../database/audit.ts')};
  import { openCurrentSecrets } from ${address('./keyring.ts')};
  import { createSecretRotation } from ${address('../sqlite/rotate-secret.ts')};
  import { openKeyring } from ${address('./keyring.ts')};
  const dataDir = ${JSON.stringify(folder)};
  const die = () => process.kill(process.pid, 'SIGKILL');
  const database = toDatabase(openDatabase(dataDir + '/kindred.sqlite'));
  const keyring = openKeyring({ secretKey: null, dataDir });
  const secrets = await openCurrentSecrets(database, keyring, 'the database');
  const audit = createAudit(database, () => new Date());
  let writes = 0;
  const watched = {
    ...database,
    run: (...args) => { if (++writes === 2 && ${step} === 2) die(); return database.run(...args); },
    transaction: async (work) => {
      const result = await database.transaction(() => { const inner = work(); if (${step} === 3) die(); return inner; });
      if (${step} === 4) die();
      return result;
    },
    script: (sql) => { if (${step} === 5) die(); database.script(sql); },
  };
  const watchedKeyring = {
    ...keyring,
    prepareNext: (keyId) => { const next = keyring.prepareNext(keyId); if (${step} === 1) die(); return next; },
  };
  await createSecretRotation({ database: watched, audit, keyring: watchedKeyring, current: () => secrets.current() }).rotate('test');`;
