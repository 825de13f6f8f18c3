import { describe, expect, it } from 'vitest';
import { diskFiles, type Files } from '../../../files/files.ts';
import type { OpenFile } from '../../../files/open-file.ts';
import { openDerivedFile, type SharedFile, takePlace } from './load-version.ts';
import { createFileEntry } from './manifest.ts';
import { layOutSections, readSections } from './sections.ts';

const numbers = Uint32Array.from({ length: 700_000 }, (_, at) => at * 3);
const { sections, parts } = layOutSections({ first: Float32Array.of(1, 2), numbers });
const entry = createFileEntry('codes.bin', sections, parts);
const sound = new Uint8Array(Buffer.concat([...parts]));

/** A disk with one file, or with none. */
const withContent = (content: Uint8Array | null): Files => ({
  ...diskFiles,
  open: async (): Promise<OpenFile | null> =>
    content && {
      bytes: content.length,
      read: async (into, offset) => into.set(content.subarray(offset, offset + into.length)),
      readNow: (into, offset) => into.set(content.subarray(offset, offset + into.length)),
      close: async () => undefined,
    },
});

const openIt = (content: Uint8Array | null) => {
  const problems: string[] = [];
  const onFailed = (error: unknown) => problems.push(String(error));
  return { file: openDerivedFile(withContent(content), '/v/codes.bin', entry, onFailed), problems };
};

const holdsNumbers = (shared: SharedFile | null): boolean =>
  shared !== null &&
  readSections(Buffer.from(shared.memory.buffer), shared.entry.sections)
    .get('numbers', 'u32')
    .every((number, at) => number === numbers[at]);

const readIt = async (): Promise<SharedFile> => {
  const shared = await openIt(sound).file.read();
  if (shared === null) throw new Error('no memory');
  return shared;
};

const flip = (at: number): Uint8Array => sound.with(at, (sound[at] ?? 0) ^ 1);

describe('a file that can be made again', () => {
  it('is read once, into memory that threads share', async () => {
    const { file, problems } = openIt(sound);
    const shared = await file.read();
    expect(holdsNumbers(shared)).toBe(true);
    expect(holdsNumbers(structuredClone(shared))).toBe(true);
    expect(await file.read()).toBe(shared);
    expect(problems).toEqual([]);
  });

  it.each([
    ['is missing', null],
    ['has 10 bytes instead of', sound.subarray(0, 10)],
    ['does not match its checksum in block 0', flip(5)],
    ['does not match its checksum in block 2', flip(sound.length - 1)],
  ])('says that it %s', async (problem, content) => {
    const { file, problems } = openIt(content);
    expect(await file.read()).toBeNull();
    expect(problems).toEqual([expect.stringContaining(problem)]);
  });

  it('has a place for each thread, after its content', async () => {
    const shared = await readIt();
    const taken = [takePlace(shared, 100), takePlace(structuredClone(shared), 100), takePlace(shared, 16)];
    const first = Math.ceil(entry.bytes / 16) * 16;
    expect(taken).toEqual([first, first + 112, first + 224]);
    expect(takePlace(shared, shared.memory.buffer.byteLength)).toBeNull();
  });
});
