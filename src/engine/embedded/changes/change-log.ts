import { getOrAdd } from '../../../domain/memoize.ts';
import { join } from 'node:path';
import type { Files } from '../../../files/files.ts';
import { type LoggedChange, packChange, unpackChange } from '../../semantics/changes.ts';
import { readCheckedLine, writeCheckedLine } from '../../../files/checksums.ts';
import type { ProductChange } from '../../engine.ts';
import { createGroupedWriter, createTurns } from '../../../files/in-turn.ts';
import { withDatasetLock } from '../storage/dataset-lock.ts';

/*
 * The log of live changes of a dataset is a sequence of segment files beside its versions, each named by the number
 * of the first change in it. Only the last one grows; a segment is removed when no version needs its changes.
 */

const pattern = /^changes-(\d{12})\.log$/;

export const segmentName = (firstSequence: number): string =>
  `changes-${String(firstSequence).padStart(12, '0')}.log`;

export const isSegmentName = (name: string): boolean => pattern.test(name);

export const parseFirstSequence = (name: string): number => Number(pattern.exec(name)?.[1] ?? NaN);

/** Oldest first. */
const listSegments = async (files: Files, folder: string): Promise<string[]> =>
  (await files.list(folder)).filter(isSegmentName);

const newline = 0x0a;

type SegmentReader = ReturnType<typeof openSegment>;

/** Reads one segment incrementally: each call of `readNewLines` reads what was appended since the one before. */
const openSegment = (files: Files, folder: string, name: string) => {
  const changes: LoggedChange[] = [];
  let readBytes = 0;
  let tornBytes = 0;
  return {
    changes,
    /** Bytes read, up to the end of the last whole line. */
    get readBytes() {
      return readBytes;
    },
    /** Bytes after the last whole line: a line that is still being written, or that a crash cut. */
    get tornBytes() {
      return tornBytes;
    },
    readNewLines: async (): Promise<void> => {
      const content = await files.readFrom(join(folder, name), readBytes);
      if (content === null) return;
      const whole = content.lastIndexOf(newline) + 1;
      for (const line of content.toString('utf8', 0, whole).split('\n')) {
        const decoded = line === '' ? null : decodeChange(line);
        if (decoded) changes.push(decoded);
      }
      readBytes += whole;
      tornBytes = content.length - whole;
    },
  };
};

export const encodeChange = ({ sequence, change }: LoggedChange): string =>
  writeCheckedLine(JSON.stringify({ sequence, change: packChange(change) }));

/** Null for a line that was not written to its end: its change was never acknowledged. */
export const decodeChange = (line: string): LoggedChange | null => {
  const body = readCheckedLine(line);
  if (body === null) return null;
  const { sequence, change } = JSON.parse(body) as { readonly sequence: unknown; readonly change: unknown };
  return { sequence: Number(sequence), change: unpackChange(change) };
};

export const changeLogDefaults = { segmentBytes: 4 << 20, lockTimeoutMs: 5_000 } as const;

/** The live changes of one dataset, shared with other processes through its files. */
export type ChangeLog = {
  /** Durable when it resolves. Calls that arrive during a write are written together in the next one. */
  append(changes: readonly ProductChange[]): Promise<void>;
  /** Adds what another log has after the last change of this one, with its numbers. */
  copy(readAfter: (sequence: number) => Promise<readonly LoggedChange[]>): Promise<void>;
  /** All changes in the log, in the order of their numbers. */
  read(): Promise<readonly LoggedChange[]>;
  /** The changes after this number; costs what is new, not what is in the log. */
  readAfter(sequence: number): Promise<readonly LoggedChange[]>;
  /** Removes changes up to this number, but only whole segment files. */
  discardThrough(throughSequence: number): Promise<void>;
};

export const openChangeLog = (
  files: Files,
  folder: string,
  segmentBytes: number = changeLogDefaults.segmentBytes,
): ChangeLog => {
  const segments = new Map<string, SegmentReader>();
  /** Segments that were read to the end after the next one existed: nothing is added to them any more. */
  const finished = new Set<string>();
  const inTurn = createTurns();

  /** Reads what was appended since the last call; returns the segments in their order. */
  const readNewLines = async (): Promise<SegmentReader[]> => {
    const names = await listSegments(files, folder);
    for (const name of [...segments.keys()].filter((each) => !names.includes(each))) {
      segments.delete(name);
      // The folder may have been away: then it is read again.
      finished.delete(name);
    }
    for (const [at, name] of names.entries()) {
      if (finished.has(name)) continue;
      await getOrAdd(segments, name, () => openSegment(files, folder, name)).readNewLines();
      if (at < names.length - 1) finished.add(name);
    }
    return names.flatMap((name) => segments.get(name) ?? []);
  };
  /** One call after the other: two at once would read the same bytes twice. */
  const readSegments = (): Promise<SegmentReader[]> => inTurn(readNewLines);
  const readAll = async (): Promise<LoggedChange[]> =>
    (await readSegments()).flatMap(({ changes }) => changes);
  const readAfter = async (sequence: number): Promise<LoggedChange[]> => {
    const parts: (readonly LoggedChange[])[] = [];
    for (const { changes } of (await readSegments()).toReversed()) {
      const start = changes.findLastIndex((logged) => logged.sequence <= sequence) + 1;
      parts.unshift(changes.slice(start));
      if (start > 0) break;
    }
    return parts.flat();
  };

  /** The caller holds the lock. `next`: what comes after a number. */
  const write = async (
    next: (after: number) => readonly LoggedChange[] | Promise<readonly LoggedChange[]>,
  ): Promise<void> => {
    const lastSequence = findLastSequence(await readSegments());
    const last = (await listSegments(files, folder)).at(-1);
    const tail = last === undefined ? null : (segments.get(last) ?? null);
    const logged = await next(Math.max(lastSequence, last === undefined ? 0 : parseFirstSequence(last) - 1));
    const first = logged[0]?.sequence;
    if (first === undefined) return;
    const isNewSegment = last === undefined || (tail?.readBytes ?? 0) > segmentBytes;
    const lines = logged.map(encodeChange);
    // An unfinished line that a crash left behind is ended here; its checksum does not match, so it is skipped.
    const start = !isNewSegment && (tail?.tornBytes ?? 0) > 0 ? '\n' : '';
    const name = isNewSegment ? segmentName(first) : last;
    await files.appendDurably(join(folder, name), Buffer.from(start + lines.join('')));
    if (isNewSegment) await files.sync(folder);
  };

  const withLock = async <T>(work: () => Promise<T>): Promise<T> => {
    await files.makeFolder(folder);
    return withDatasetLock(folder, 'changing', changeLogDefaults.lockTimeoutMs, work);
  };

  return {
    append: createGroupedWriter((changes: readonly ProductChange[]) =>
      withLock(() => write((after) => changes.map((change, at) => ({ sequence: after + 1 + at, change })))),
    ),
    copy: (next) => withLock(() => write(next)),
    read: readAll,
    readAfter,
    discardThrough: async (throughSequence) => {
      const hasWork = await canDiscard(files, folder, readAll, throughSequence);
      if (hasWork) await withLock(() => removeSegments(files, folder, readAll, throughSequence));
    },
  };
};

/** Of the last change in the log, 0 for none; the last segment may be empty. */
const findLastSequence = (segments: readonly SegmentReader[]): number =>
  segments.findLast(({ changes }) => changes.length > 0)?.changes.at(-1)?.sequence ?? 0;

type ReadAll = () => Promise<readonly LoggedChange[]>;

const canDiscard = async (files: Files, folder: string, read: ReadAll, through: number): Promise<boolean> => {
  const [first, second] = await listSegments(files, folder);
  if (first === undefined) return false;
  if (second !== undefined) return parseFirstSequence(second) <= through + 1;
  const last = (await read()).at(-1)?.sequence;
  return last !== undefined && last <= through;
};

/** Numbering must continue: when the last segment goes, an empty one with the next number is created first. */
const removeSegments = async (files: Files, folder: string, read: ReadAll, through: number) => {
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
