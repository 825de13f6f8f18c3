import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-compose-'));
  mkdirSync(join(folder, 'data/version-copies/dataset'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('copies of versions in a shared folder', () => {
  it.each([
    ['go when the data folder has the versions itself', true, false],
    ['stay for a process that does not serve', false, true],
  ])('%s', async (_, serves, areKept) => {
    const data = join(folder, 'data');
    const kindred = await compose(readConfig({ KINDRED_DATA: data }), { serves });
    await kindred.close();
    expect(existsSync(join(data, 'version-copies'))).toBe(areKept);
  });
});
