import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findServer } from '../../test/support/postgres/find-server.ts';
import { CannotInstall, installServer } from './install-server.ts';
import { stopCommand } from './run-server.ts';

let folder: string;
const path = process.env['PATH'];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-install-'));
});
afterEach(() => {
  process.env['PATH'] = path;
  rmSync(folder, { recursive: true, force: true });
});

describe('the installation of a server', () => {
  it('is found again where it is complete', async () => {
    const installed = join(folder, 'postgres');
    mkdirSync(installed);
    writeFileSync(join(installed, 'installed'), '15\n');
    expect(await installServer(installed)).toBe(join(installed, 'root/usr/lib/postgresql/15/bin'));
  });

  it('says why it is not possible, and leaves nothing behind', async () => {
    process.env['PATH'] = folder;
    const target = join(folder, 'postgres');
    await expect(installServer(target)).rejects.toThrow(CannotInstall);
    await expect(installServer(target)).rejects.toThrow('There is no apt-get.');
    expect(existsSync(target)).toBe(false);
  });

  it('is stopped by the program that came with it', () => {
    expect(stopCommand({ bin: '/pg/bin', data: '/pg/data' })).toMatch(
      /\/pg\/bin\/pg_ctl -D \/pg\/data -m immediate stop$/,
    );
  });
});

describe('the server of the tests', () => {
  it('is the one that is named', async () => {
    const url = 'postgres://kindred@db.example/kindred';
    expect(await findServer({ KINDRED_TEST_DATABASE_URL: url, CI: 'true' })).toEqual({ url });
  });

  it('may be missing on the machine of a developer, and never in CI', async () => {
    const start = () => Promise.resolve({ missing: 'There is no apt-get' });
    expect(await findServer({}, start)).toEqual({ missing: 'There is no apt-get' });
    await expect(findServer({ CI: 'true' }, start)).rejects.toThrow(
      'There is no apt-get. CI must not skip these tests.',
    );
    const url = 'postgres://kindred@127.0.0.1/postgres';
    expect(await findServer({ CI: 'true' }, () => Promise.resolve({ url }))).toEqual({ url });
  });
});
