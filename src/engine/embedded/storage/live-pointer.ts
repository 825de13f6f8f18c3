import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { VersionId } from '../../engine.ts';
import { replaceDurably } from '../../../files/replace-file.ts';
import type { Files } from '../../../files/files.ts';
import { appendChecksum, verifyChecksum } from '../../../files/checksums.ts';

const schema = Type.Object({
  version: Type.String(),
  /** Versions that were live before, newest first; used when the live one is damaged. */
  previous: Type.Array(Type.String()),
});

export type LivePointer = Static<typeof schema>;

const historyLength = 20;
/** The copy is written second, and read only when the first file is damaged. */
const names = { first: 'live.json', copy: 'live.copy.json' } as const;

export const isPointerName = (name: string): boolean => Object.values<string>(names).includes(name);

/** The text of the pointer as it is stored; changes whenever another version is made live. */
export const readPointerText = async (files: Files, folder: string): Promise<string> =>
  (await files.read(join(folder, names.first)))?.toString('utf8') ?? '';

/** Null when no version was ever made live. */
export const readLivePointer = async (files: Files, folder: string): Promise<LivePointer | null> =>
  (await readPointer(files, join(folder, names.first))) ?? readPointer(files, join(folder, names.copy));

const readPointer = async (files: Files, path: string): Promise<LivePointer | null> => {
  const content = await files.read(path);
  const body = content === null ? null : verifyChecksum(content.toString('utf8'));
  if (body === null) return null;
  const value: unknown = JSON.parse(body);
  return Value.Check(schema, value) ? value : null;
};

/** What a crash left of a pointer that was being written. */
const unfinished = /^live(\.copy)?\.json\..+\.new$/;

/** The caller holds the lock for switching. */
export const writeLivePointer = async (files: Files, folder: string, version: VersionId): Promise<void> => {
  for (const name of await files.list(folder))
    if (unfinished.test(name)) await files.remove(join(folder, name));
  const before = await readLivePointer(files, folder);
  const earlier = before ? [before.version, ...before.previous] : [];
  const previous = [...new Set(earlier)].filter((one) => one !== version).slice(0, historyLength);
  const text = appendChecksum(JSON.stringify({ version, previous }));
  await replaceDurably(files, join(folder, names.first), text);
  await replaceDurably(files, join(folder, names.copy), text);
};
