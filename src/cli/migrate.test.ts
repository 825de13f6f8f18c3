import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runInProcess } from '../../test/support/cli/run-in-process.ts';

/* What `kindred migrate` says before it reaches a database. */

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-migrate-'));
  vi.stubEnv('KINDRED_DATA', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const nowhere = 'postgres://127.0.0.1:1/kindred';

describe('migrate', () => {
  it.each<[string, string[], Record<string, string>, number, string]>([
    [
      'the same place twice',
      ['files', 'files'],
      { KINDRED_DATABASE_URL: nowhere },
      2,
      'Both places are the same',
    ],
    ['an unknown place', ['files', 'moon'], { KINDRED_DATABASE_URL: nowhere }, 2, 'moon'],
    [
      'no database',
      ['files', 'mixed'],
      { KINDRED_SHARED: '/srv/kindred' },
      2,
      'KINDRED_DATABASE_URL is not set',
    ],
    [
      'no folder of versions',
      ['files', 'mixed'],
      { KINDRED_DATABASE_URL: nowhere },
      2,
      'Neither KINDRED_OBJECTS nor KINDRED_SHARED is set',
    ],
    [
      'a shared folder that is not there',
      ['files', 'mixed'],
      { KINDRED_DATABASE_URL: nowhere, KINDRED_SHARED: '/nowhere/kindred' },
      2,
      'Create it, or mount it on this machine.',
    ],
    [
      'a number of answers that is none',
      ['files', 'mixed', '--answers', 'many'],
      { KINDRED_DATABASE_URL: nowhere, KINDRED_SHARED: tmpdir() },
      2,
      '--answers',
    ],
    [
      'an empty data folder',
      ['files', 'mixed', '--dry-run'],
      { KINDRED_DATABASE_URL: nowhere, KINDRED_SHARED: tmpdir() },
      3,
      'There are no settings',
    ],
    [
      'a database that is away',
      ['mixed', 'files', '--dry-run'],
      { KINDRED_DATABASE_URL: nowhere, KINDRED_SHARED: tmpdir() },
      9,
      'cannot be reached',
    ],
    [
      'nothing to cancel',
      ['files', 'mixed', '--cancel'],
      { KINDRED_DATABASE_URL: nowhere, KINDRED_SHARED: tmpdir() },
      3,
      'No migration',
    ],
  ])('says what is wrong: %s', async (_, words, environment, exit, message) => {
    for (const name of ['KINDRED_DATABASE_URL', 'KINDRED_SHARED']) vi.stubEnv(name, environment[name]);
    const { code, err } = await runInProcess(['migrate', ...words]);
    expect({ code, err }).toMatchObject({ code: exit, err: expect.stringContaining(message) as unknown });
    expect(err).not.toContain(nowhere);
  });
});
