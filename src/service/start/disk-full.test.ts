import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openWithReservedSpace, reserveSpace } from './open-kindred.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-reserve-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = (): string => join(folder, 'reserved-space');

it('space is reserved once, in bytes that are really written, for the owner alone', () => {
  reserveSpace(folder);
  const { size, blocks, mode, mtimeMs } = statSync(file());
  expect(size).toBe(4 << 20);
  expect(blocks * 512).toBeGreaterThanOrEqual(size);
  expect(mode & 0o077).toBe(0);
  reserveSpace(folder);
  expect(statSync(file()).mtimeMs).toBe(mtimeMs);
});

it('an error on a disk with room is passed on, and the space stays reserved', async () => {
  reserveSpace(folder);
  let attempts = 0;
  const open = (): Promise<never> => {
    attempts += 1;
    return Promise.reject(new Error('damaged'));
  };
  await expect(openWithReservedSpace(folder, open)).rejects.toThrow('damaged');
  expect([attempts, existsSync(file())]).toEqual([1, true]);
});

it('what can be opened is opened once', async () => {
  expect(await openWithReservedSpace(folder, () => Promise.resolve(7))).toBe(7);
});
