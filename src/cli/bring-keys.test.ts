import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openKeyring } from '../store/keys/keyring.ts';
import { openStore } from '../store/sqlite/open-store.ts';
import type { Store } from '../store/store.ts';

/** Keys that a shop already has, given to the real program on standard input. */
const entry = join(import.meta.dirname, '..', '..', 'bin', 'kindred.js');
const randomKey = (): string => randomBytes(16).toString('hex');
const owned = { primary: randomKey(), secondary: randomKey() };

let dataDir: string;
let store: Store;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'kindred-bring-'));
  store = await openStore({
    file: join(dataDir, 'kindred.sqlite'),
    keyring: openKeyring({ secretKey: null, dataDir }),
  });
  const website = await store.websites.put('test', {
    name: 'shop',
    displayName: 'Shop',
    language: 'en',
    url: null,
    synonyms: [],
  });
  for (const [name, keys] of [['web'], ['other', owned]] as const)
    await store.subscriptions.put(
      website.id,
      'test',
      {
        name,
        kind: 'secret',
        rate: null,
        quota: null,
        addressRate: null,
        boxIds: [],
        operations: [],
        origins: [],
      },
      keys,
    );
});
afterAll(() => {
  store.close();
  rmSync(dataDir, { recursive: true, force: true });
});

type Ran = { readonly code: number | null; readonly text: string };

const kindred = (words: readonly string[], input = ''): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const environment = { ...process.env, KINDRED_DATA: dataDir, NODE_OPTIONS: '' };
    const child = spawn(process.execPath, [entry, ...words], { env: environment });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece: Buffer) => (text += piece.toString()));
    child.on('error', reject).on('close', (code) => resolve({ code, text }));
    // A command that is refused before it reads its input closes it.
    child.stdin.on('error', () => undefined).end(input);
  });
const bring = (name: string, ...keys: string[]): Promise<Ran> =>
  kindred(['key', 'bring', name], `${keys.join('\n')}\n`);
const holder = (key: string): string | undefined => store.directory().subscriptionByKey(key)?.name;

describe('kindred key bring', () => {
  it('lets a subscription be called with both keys as they are, and prints neither', async () => {
    const [primary, secondary] = [randomKey(), randomKey().toUpperCase()];
    const { code, text } = await bring('shop/web', primary, secondary);
    expect(code).toBe(0);
    expect([holder(primary), holder(secondary)]).toEqual(['web', 'web']);
    const list = await kindred(['key', 'list', 'shop']);
    expect(list.text).toContain(`…${primary.slice(-4)}`);
    for (const key of [primary, secondary]) expect(text + list.text).not.toContain(key);
  });

  const same = randomKey();
  it.each([
    ['a key that is too short', 'shop/web', ['abc', randomKey()], 2, '32 hex digits'],
    ['a key of other letters', 'shop/web', ['g'.repeat(32), randomKey()], 2, '32 hex digits'],
    ['a key that was typed', 'shop/web', ['ab'.repeat(16), randomKey()], 2, 'must be random'],
    ['the same key twice', 'shop/web', [same, same], 2, 'must differ'],
    ['one key only', 'shop/web', [randomKey()], 2, 'got 1 lines'],
    ['a key of another subscription', 'shop/web', [owned.primary, randomKey()], 5, 'already there'],
    ['a subscription that does not exist', 'shop/nobody', [randomKey(), randomKey()], 3, 'nobody'],
  ])('refuses %s, prints no key, and changes nothing', async (_, name, keys, code, message) => {
    const ran = await bring(name, ...keys);
    expect(ran.code).toBe(code);
    expect(ran.text).toContain(message);
    for (const key of keys.filter((text) => text.length > 3)) expect(ran.text).not.toContain(key);
    expect(holder(owned.primary)).toBe('other');
    for (const key of keys.filter((text) => text !== owned.primary)) expect(holder(key)).toBeUndefined();
  });
});
