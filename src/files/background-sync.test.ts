import { fdatasync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBackgroundSync } from './background-sync.ts';

let folder: string;
let file: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-sync-'));
  file = join(folder, 'file');
  writeFileSync(file, 'bytes');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Syncs that end when the test says so. */
const openSlow = (name = file) => {
  const running: ((error: Error | null) => void)[] = [];
  const counts = { begun: 0 };
  const opened = openBackgroundSync(name, (_, done) => {
    counts.begun += 1;
    running.push(done);
  });
  return { ...opened, counts, end: (error: Error | null = null) => running.shift()?.(error) };
};

describe('a sync in the background', () => {
  it('begins with a request, and the next one with the next', () => {
    const slow = openSlow();
    slow.request();
    slow.end();
    expect(slow.counts.begun).toBe(1);
    slow.request();
    expect(slow.counts.begun).toBe(2);
    slow.end();
    slow.close();
  });

  it('runs once more for what was written while it ran, however often that was', () => {
    const slow = openSlow();
    for (let request = 0; request < 5; request += 1) slow.request();
    expect(slow.counts.begun).toBe(1);
    slow.end();
    expect(slow.counts.begun).toBe(2);
    slow.end();
    expect(slow.counts.begun).toBe(2);
    slow.close();
  });

  it('is tried again with the next request after a failure', () => {
    const slow = openSlow();
    slow.request();
    slow.end(new Error('the disk is gone'));
    slow.request();
    expect(slow.counts.begun).toBe(2);
    slow.end();
    slow.close();
  });

  it('finishes what was requested before it is closed, and takes nothing more', () => {
    const slow = openSlow();
    slow.request();
    slow.request();
    slow.close();
    slow.close();
    slow.request();
    slow.end();
    expect(slow.counts.begun).toBe(2);
    slow.end();
    expect(slow.counts.begun).toBe(2);
  });

  it('does nothing without a file', () => {
    const slow = openSlow(join(folder, 'missing'));
    slow.request();
    slow.close();
    expect(slow.counts.begun).toBe(0);
  });

  it('is done by the system', async () => {
    const outcomes: (Error | null)[] = [];
    const opened = openBackgroundSync(file, (descriptor, done) =>
      fdatasync(descriptor, (error) => {
        outcomes.push(error);
        done(error);
      }),
    );
    opened.request();
    opened.close();
    await expect.poll(() => outcomes).toEqual([null]);
  });
});
