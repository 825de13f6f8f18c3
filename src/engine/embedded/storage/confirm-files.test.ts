import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diskFiles } from '../../../files/files.ts';
import { blockBytes } from './blocks.ts';
import { openConfirmed } from './confirm-files.ts';
import { loadVersion } from './load-version.ts';
import { createFileEntry, type FileEntry } from './manifest.ts';
import { startVersion } from './version-folder.ts';

const sizes = {
  'empty.bin': 0,
  'small.bin': 10,
  'whole.bin': 2 * blockBytes,
  'long.bin': 3 * blockBytes + 7,
};
const names = Object.keys(sizes);
const twoThreads = { count: 2, from: 0 };

const fill = (bytes: number, factor: number): Uint8Array =>
  Uint8Array.from({ length: bytes }, (_, at) => (at * factor) % 251);

let folder: string;
let entries: FileEntry[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-confirm-'));
  entries = Object.entries(sizes).map(([name, bytes], at) => {
    const content = fill(bytes, at + 1);
    writeFileSync(join(folder, name), content);
    return createFileEntry(name, [], [content], false);
  });
});
afterAll(() => rm(folder, { recursive: true }));

const confirm = async (wanted: readonly string[] = [], threads = twoThreads) => {
  const confirmed = await openConfirmed(diskFiles, folder, entries, wanted, threads);
  for (const { file } of confirmed.values()) await file.close();
  return confirmed;
};

/** Replaces the content of a file while `work` runs. */
const withContent = async (name: string, content: Uint8Array, work: () => Promise<void>): Promise<void> => {
  const path = join(folder, name);
  const intact = readFileSync(path);
  writeFileSync(path, content);
  try {
    await work();
  } finally {
    writeFileSync(path, intact);
  }
};

describe('files that threads confirm', () => {
  it('are all that are as they were written, with the content of those that are wanted', async () => {
    const confirmed = await confirm(['small.bin', 'long.bin']);
    expect([...confirmed.keys()]).toEqual(names);
    const contents = names.map((name) => confirmed.get(name)?.content ?? null);
    expect(contents.map((content) => content?.byteLength ?? null)).toEqual([
      null,
      10,
      null,
      sizes['long.bin'],
    ]);
    for (const name of ['small.bin', 'long.bin'])
      expect(
        Buffer.from(confirmed.get(name)?.content ?? new ArrayBuffer(0)).equals(
          readFileSync(join(folder, name)),
        ),
      ).toBe(true);
  });

  it('are not those with a flipped bit, wherever it is', async () => {
    const place = fc.constantFrom('small.bin', 'whole.bin', 'long.bin').chain((name) =>
      fc.record({
        name: fc.constant(name),
        at: fc.nat({ max: sizes[name as keyof typeof sizes] - 1 }),
        bit: fc.nat({ max: 7 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(place, fc.boolean(), async ({ name, at, bit }, isWanted) => {
        const content = readFileSync(join(folder, name));
        content[at] = (content[at] ?? 0) ^ (1 << bit);
        await withContent(name, content, async () => {
          const confirmed = await confirm(isWanted ? names : []);
          expect([...confirmed.keys()]).toEqual(names.filter((each) => each !== name));
        });
      }),
      { numRuns: 15 },
    );
  });

  it.each([
    ['shorter', (content: Buffer) => content.subarray(1)],
    ['longer', (content: Buffer) => Buffer.concat([content, Buffer.from('x')])],
  ])('are not those that are %s', async (_, change) => {
    await withContent('long.bin', change(readFileSync(join(folder, 'long.bin'))), async () => {
      expect([...(await confirm()).keys()]).not.toContain('long.bin');
    });
  });

  it('are not those that are missing or of an older program', async () => {
    const [, small] = entries;
    if (small === undefined) throw new Error('It was written above.');
    const { crcs: _, ...old } = small;
    const some = [old, { ...small, name: 'missing.bin' }];
    expect((await openConfirmed(diskFiles, folder, some, [], twoThreads)).size).toBe(0);
  });

  it('are none below a size, and without threads', async () => {
    expect((await confirm([], { count: 2, from: 6 * blockBytes })).size).toBe(0);
    expect((await confirm([], { count: 0, from: 0 })).size).toBe(0);
  });
});

describe('a version that is verified in threads', () => {
  it('is the same as without, and damage is named in the same way', async () => {
    const root = join(folder, 'dataset');
    const writer = await startVersion(diskFiles, root, () => new Date(0));
    await writer.write('kept.bin', { numbers: Uint32Array.from({ length: 600_000 }, (_, at) => at) });
    await writer.write('read.bin', { numbers: Uint32Array.of(1, 2, 3) });
    const { version } = await writer.complete('keywords', 1, {});
    const load = (isThreaded: boolean) =>
      loadVersion(diskFiles, root, version, {
        keepOnDisk: ['kept.bin'],
        isShared: true,
        ...(isThreaded && { threads: twoThreads }),
      });
    for (const isThreaded of [false, true]) {
      const loaded = await load(isThreaded);
      expect(loaded.structure('read.bin').get('numbers', 'u32')).toEqual(Uint32Array.of(1, 2, 3));
      const { file } = loaded.onDisk('kept.bin');
      const last = Buffer.alloc(4);
      await file.read(last, 4 * 599_999);
      expect(last.readUInt32LE()).toBe(599_999);
      await file.close();
    }
    const path = join('dataset', version, 'kept.bin');
    const content = readFileSync(join(folder, path));
    content[blockBytes + 5] = 99;
    await withContent(path, content, async () => {
      const errors = [];
      for (const isThreaded of [false, true])
        errors.push(await load(isThreaded).catch((error: unknown) => String(error)));
      expect(errors[0]).toContain('kept.bin does not match its checksum in block 1');
      expect(errors[1]).toBe(errors[0]);
    });
  });
});
