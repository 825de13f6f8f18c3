import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullExample } from '../../../test/support/full-declaration.ts';
import { openKeyring } from '../../store/keys/keyring.ts';
import { openStore } from '../../store/sqlite/open-store.ts';
import type { Settings, Store } from '../../store/store.ts';
import { applyWithin, dryRun } from './apply.ts';

let folder: string;
let store: Store;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-dry-run-'));
  const keyring = openKeyring({ secretKey: '7'.repeat(64), dataDir: folder });
  store = await openStore({ file: join(folder, 'kindred.sqlite'), keyring });
});
afterAll(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

const apply = (settings: Settings) =>
  applyWithin(settings, { actor: 'test', baseFolder: '/shop' })(fullExample());

describe('dryRun', () => {
  it('returns what would change, and changes nothing', async () => {
    const result = await dryRun(store, apply);
    expect(result.website.change).toBe('created');
    expect(store.websites.list()).toEqual([]);
  });

  it('passes on what the work throws', async () => {
    const work = (settings: Settings): never => {
      apply(settings);
      throw new Error('The work failed.');
    };
    await expect(() => dryRun(store, work)).rejects.toThrow('The work failed.');
    expect(store.websites.list()).toEqual([]);
  });
});
