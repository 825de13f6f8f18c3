import { join } from 'node:path';
import type { ProductChange } from '../../engine.ts';
import type { Files } from '../storage/files.ts';
import { waitForLock } from '../storage/lock.ts';
import { encodeChange, type LoggedChange } from './change-codec.ts';
import {
  parseFirstSequence,
  openSegment,
  segmentName,
  listSegments,
  type SegmentReader,
} from './change-segments.ts';

export const changeLogDefaults = { segmentBytes: 4 << 20, lockTimeoutMs: 5_000 } as const;

/** The live changes of one dataset, shared with other processes through its files. */
export type ChangeLog = {
  /** Durable when it returns. Calls that come while one is written go to the disk together. */
  append(changes: readonly ProductChange[]): Promise<void>;
  /** Every change that is kept, by number. */
  read(): Promise<readonly LoggedChange[]>;
  /** Lets go of what every version holds: changes up to this number, by whole files. */
  discardThrough(throughSequence: number): Promise<void>;
};

type QueuedAppend = {
  readonly changes: readonly ProductChange[];
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
};

export const openChangeLog = (
  files: Files,
  folder: string,
  segmentBytes: number = changeLogDefaults.segmentBytes,
): ChangeLog => {
  const segments = new Map<string, SegmentReader>();
  /** Read whole after another one followed it: nothing is added to it any more. */
  const finished = new Set<string>();
  let queue: QueuedAppend[] = [];
  let writing = false;

  const readNewChanges = serializeCalls(async (): Promise<LoggedChange[]> => {
    const names = await listSegments(files, folder);
    for (const known of segments.keys()) if (!names.includes(known)) segments.delete(known);
    for (const [at, name] of names.entries()) {
      if (finished.has(name)) continue;
      const segment = segments.get(name) ?? openSegment(files, folder, name);
      segments.set(name, segment);
      await segment.readNewLines();
      if (at < names.length - 1) finished.add(name);
    }
    return names.flatMap((name) => segments.get(name)?.changes ?? []);
  });

  /** Only under the lock. */
  const write = async (changes: readonly ProductChange[]): Promise<void> => {
    const known = await readNewChanges();
    const last = (await listSegments(files, folder)).at(-1);
    const tail = last === undefined ? null : (segments.get(last) ?? null);
    const before = known.at(-1)?.sequence ?? 0;
    const first = Math.max(before, last === undefined ? 0 : parseFirstSequence(last) - 1) + 1;
    const isNewSegment = last === undefined || (tail?.readBytes ?? 0) > segmentBytes;
    const lines = changes.map((change, at) => encodeChange({ sequence: first + at, change }));
    // What a crash left unfinished becomes a line of its own, which nobody reads.
    const start = !isNewSegment && (tail?.tornBytes ?? 0) > 0 ? '\n' : '';
    const name = isNewSegment ? segmentName(first) : last;
    await files.appendDurably(join(folder, name), Buffer.from(start + lines.join('')));
    if (isNewSegment) await files.sync(folder);
  };

  const withLock = async <T>(work: () => Promise<T>): Promise<T> => {
    await files.makeFolder(folder);
    const path = join(folder, '.changing.lock');
    const lock = await waitForLock(files, path, changeLogDefaults.lockTimeoutMs);
    try {
      return await work();
    } finally {
      await lock.release();
    }
  };

  const writeQueue = async (): Promise<void> => {
    writing = true;
    while (queue.length > 0) {
      const batch = queue;
      queue = [];
      try {
        await withLock(() => write(batch.flatMap(({ changes }) => changes)));
        for (const { done } of batch) done();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    writing = false;
  };

  return {
    append: (changes) =>
      new Promise((done, failed) => {
        queue.push({ changes, done, failed });
        if (!writing) void writeQueue();
      }),
    read: readNewChanges,
    discardThrough: async (throughSequence) => {
      const unneeded = await canDiscard(files, folder, readNewChanges, throughSequence);
      if (unneeded) await withLock(() => removeSegments(files, folder, readNewChanges, throughSequence));
    },
  };
};

type ReadAll = () => Promise<readonly LoggedChange[]>;

const canDiscard = async (files: Files, folder: string, read: ReadAll, through: number): Promise<boolean> => {
  const [first, second] = await listSegments(files, folder);
  if (first === undefined) return false;
  if (second !== undefined) return parseFirstSequence(second) <= through + 1;
  const last = (await read()).at(-1)?.sequence;
  return last !== undefined && last <= through;
};

/** The names go on counting: a new last file is there before the one that counts as far is gone. */
const removeSegments = async (
  files: Files,
  folder: string,
  read: ReadAll,
  through: number,
): Promise<void> => {
  const last = (await read()).at(-1)?.sequence;
  if (last !== undefined && last <= through) {
    await files.appendDurably(join(folder, segmentName(last + 1)), Buffer.alloc(0));
    await files.sync(folder);
  }
  const names = await listSegments(files, folder);
  for (const [at, name] of names.entries()) {
    const next = names[at + 1];
    if (next !== undefined && parseFirstSequence(next) <= through + 1) await files.remove(join(folder, name));
  }
};

/** One call after the other: two at once would read the same bytes twice. */
const serializeCalls = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    const next = last.catch(() => {}).then(work);
    last = next;
    return next;
  };
};
