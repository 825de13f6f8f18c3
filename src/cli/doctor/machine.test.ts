import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { checkFolder, checkProxies, checkSecretKey, checkSpace } from './machine.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-doctor-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const config = (environment: Record<string, string> = {}) =>
  readConfig({ KINDRED_DATA: folder, ...environment });

describe('doctor on the data folder', () => {
  it('is content with a folder for its owner only', async () => {
    chmodSync(folder, 0o700);
    expect(await checkFolder(config())).toMatchObject({ result: 'ok' });
  });

  it('warns when other users can read it, and says how to close it', async () => {
    chmodSync(folder, 0o755);
    expect(await checkFolder(config())).toMatchObject({
      result: 'warn',
      detail: expect.stringContaining('755') as unknown,
      nextStep: `chmod 700 ${folder}`,
    });
  });

  it('warns for a folder that does not exist, and creates nothing', async () => {
    const missing = { ...config(), dataDir: join(folder, 'none') };
    expect(await checkFolder(missing)).toMatchObject({ result: 'warn' });
    expect(await checkSpace(missing)).toMatchObject({ result: 'ok' });
  });
});

describe('doctor on the secret key', () => {
  it('fails when others can read the key file', async () => {
    const file = join(folder, 'secret.key');
    expect(await checkSecretKey(config())).toMatchObject({ result: 'ok', detail: 'made on first use' });
    writeFileSync(file, 'ab'.repeat(32), { mode: 0o600 });
    expect(await checkSecretKey(config())).toMatchObject({ result: 'ok' });
    chmodSync(file, 0o640);
    expect(await checkSecretKey(config())).toMatchObject({
      result: 'fail',
      detail: expect.stringContaining('640') as unknown,
    });
  });

  it('does not look for a file when the key comes from the environment', async () => {
    expect(await checkSecretKey(config({ KINDRED_SECRET_KEY: 'ab'.repeat(32) }))).toMatchObject({
      result: 'ok',
      detail: 'given by KINDRED_SECRET_KEY',
    });
  });
});

describe('doctor on proxies', () => {
  it.each([
    ['no public address', {}, 'ok'],
    ['a public address without TLS', { KINDRED_PUBLIC_URL: 'http://shop.example' }, 'ok'],
    ['HTTPS without a trusted proxy', { KINDRED_PUBLIC_URL: 'https://shop.example' }, 'warn'],
    [
      'HTTPS with a trusted proxy',
      { KINDRED_PUBLIC_URL: 'https://shop.example', KINDRED_TRUSTED_PROXIES: '127.0.0.1' },
      'ok',
    ],
  ])('%s', (_, environment, result) => {
    expect(checkProxies(config(environment))).toMatchObject({ result });
  });
});
