import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readNodeName } from './node-name.ts';
import { diskFilesSync } from './sync-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-node-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('is made once for a data folder, and differs between folders', () => {
  const name = readNodeName(join(folder, 'one'));
  expect(name).toMatch(/^[0-9a-f]{12}$/);
  expect(readNodeName(join(folder, 'one'))).toBe(name);
  expect(readNodeName(join(folder, 'other'))).not.toBe(name);
  expect(readdirSync(join(folder, 'one'))).toEqual(['node-name']);
});

it('is that of the process that was faster', () => {
  const name = readNodeName(folder, {
    ...diskFilesSync,
    link: (_, to) => {
      diskFilesSync.write(to, Buffer.from('of another'));
      return false;
    },
  });
  expect(name).toBe('of another');
});
