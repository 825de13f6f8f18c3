import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFile } from './open-file.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-open-'));
  path = join(folder, 'file');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Descriptors of this process that lead to the file. */
const countDescriptors = (): number =>
  readdirSync('/proc/self/fd').filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`).startsWith(path);
    } catch {
      return false;
    }
  }).length;

describe('an open file', () => {
  it('is read from any byte on, also after its name is gone', async () => {
    writeFileSync(path, 'abcdefgh');
    const file = await openFile(path);
    rmSync(path);
    expect(file.bytes).toBe(8);
    const into = Buffer.alloc(3);
    await file.read(into, 4);
    expect(into.toString()).toBe('efg');
    await file.read(into, 0);
    expect(into.toString()).toBe('abc');
    file.readNow(into, 3);
    expect(into.toString()).toBe('def');
    expect(() => file.readNow(into, 6)).toThrow('ends at byte 8');
    await file.close();
  });

  it('is read in several calls when it is larger than one', async () => {
    const content = Buffer.alloc((1 << 22) * 2 + 12_345);
    for (let at = 0; at < content.length; at += 1000)
      content.writeUInt32LE(at, Math.min(at, content.length - 4));
    writeFileSync(path, content);
    const file = await openFile(path);
    const into = Buffer.alloc(content.length - 7);
    await file.read(into, 7);
    await file.close();
    expect(into.equals(content.subarray(7))).toBe(true);
  });

  it('names the file and the byte at which it ends', async () => {
    writeFileSync(path, 'abcdefgh');
    const file = await openFile(path);
    await expect(file.read(Buffer.alloc(6), 4)).rejects.toThrow(`${path} ends at byte 8`);
    await file.close();
  });

  it.skipIf(process.platform !== 'linux')(
    'gives its descriptor back once, however often it is closed',
    async () => {
      writeFileSync(path, 'x');
      const file = await openFile(path);
      expect(countDescriptors()).toBe(1);
      await file.close();
      expect(countDescriptors()).toBe(0);
      const other = await openFile(path);
      // The number of the descriptor is in use again: closing the first file once more must not close it.
      await file.close();
      expect(countDescriptors()).toBe(1);
      await other.close();
    },
  );
});
