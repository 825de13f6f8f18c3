import type { BehaviourEvent } from '../log/event.ts';
import { decodeRecord, encodeRecord, hashEventId, type LoggedEvent, pseudonymise } from './record.ts';
import { diskFiles, type Files } from '../../../files/files.ts';
import { createGroupedWriter } from '../../../files/in-turn.ts';
import { replaceDurably } from '../../../files/replace-file.ts';
import { dirname, join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

type EventLogOptions = {
  readonly folder: string;
  readonly website: string;
  readonly now: () => number;
  readonly files?: Files;
  /** Of the nodes that share the folder, the one that appends; null: the folder belongs to one machine. */
  readonly node?: string | null;
};

const dayMs = 86_400_000;

/**
 * The behaviour events of one website, on disk. Appending is durable when it returns; several processes may append
 * at the same time. Torn or damaged lines are skipped. An event that was sent twice is read once.
 */
export const openEventLog = (options: EventLogOptions) => {
  const { folder, website, now, files = diskFiles, node = null } = options;
  const erasures = createErasures(files, folder, node);
  const write = createGroupedWriter((lines: readonly string[]) =>
    appendLines(files, segmentFile(folder, segmentName(toDay(now()), node)), lines.join('')),
  );

  const append = async (events: readonly LoggedEvent[]): Promise<void> => {
    const receivedAt = now();
    const lines = events.map(({ id, event }) => {
      // A shop's clock that runs ahead must not make all other events look old.
      const shopper = pseudonymise(website, event.shopper);
      const storedEvent = { ...event, shopper, at: Math.min(event.at, receivedAt) };
      return encodeRecord({ id: hashEventId({ id, event: storedEvent }), receivedAt, event: storedEvent });
    });
    if (lines.length > 0) await write(lines);
  };

  async function* readRecords(segment: string) {
    const isErased = await erasures.read();
    for await (const line of readLines(files, segmentFile(folder, segment))) {
      const record = decodeRecord(line);
      if (record === null || isErased(record.event.shopper, record.receivedAt)) continue;
      yield { line, id: record.id, event: record.event };
    }
  }

  async function* read(): AsyncGenerator<BehaviourEvent> {
    const seen = new Set<number>();
    for (const segment of await listSegments(files, folder))
      for await (const { id, event } of readRecords(segment)) {
        if (seen.has(id)) continue;
        seen.add(id);
        yield event;
      }
  }

  async function* readRecordLines(segment: string): AsyncGenerator<Uint8Array> {
    for await (const { line } of readRecords(segment)) yield Buffer.from(`${line}\n`);
  }

  const rewrite = async (segment: string): Promise<void> => {
    const file = segmentFile(folder, segment);
    let [allLines, keptLines] = [0, 0];
    for await (const _ of readLines(files, file)) allLines++;
    for await (const _ of readRecords(segment)) keptLines++;
    if (keptLines === 0) await files.remove(file);
    else if (keptLines < allLines) await replaceDurably(files, file, readRecordLines(segment));
  };

  /** Segments that are no longer appended to. */
  const closedSegments = async (): Promise<string[]> =>
    (await listSegments(files, folder)).filter((segment) => dayOf(segment) < toDay(now() - dayMs));

  return {
    append,
    read,
    /**
     * Events of this shopper until now are never read again. Files before yesterday are rewritten without them at once.
     * Returns the number of these events.
     */
    async eraseShopper(shopper: string): Promise<number> {
      const pseudonym = pseudonymise(website, shopper);
      let erasedEvents = 0;
      for await (const event of read()) if (event.shopper === pseudonym) erasedEvents++;
      await erasures.add(pseudonym, now());
      for (const segment of await closedSegments()) await rewrite(segment);
      return erasedEvents;
    },
    /** Removes events received more than this many days ago, and rewrites days that hold erased shoppers. */
    async applyRetention(retentionDays: number): Promise<void> {
      const oldest = toDay(now() - retentionDays * dayMs);
      for (const segment of await closedSegments())
        if (dayOf(segment) < oldest) await files.remove(segmentFile(folder, segment));
        else if (await erasures.hasAny()) await rewrite(segment);
    },
    /** Changes with every append and every erasure. */
    async fingerprint(): Promise<string> {
      const segments = await listSegments(files, folder);
      const sizes = await Promise.all(segments.map((each) => fileSize(files, segmentFile(folder, each))));
      const parts = segments.map((each, at) => `${each}:${sizes[at]}`);
      return [...parts, `erased:${await erasures.size()}`].join(' ');
    },
  };
};

export type EventLog = ReturnType<typeof openEventLog>;

/*
 * A log is a folder with one file for each day (UTC) on which events were received, and for each node where several
 * machines share the folder: two of them must not append to one file. A file is appended to only on its own day, so the
 * files before yesterday can be rewritten while other processes append.
 */

const suffix = '.events';
const readBytes = 1 << 20;

const toDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

const segmentName = (day: string, node: string | null): string => (node === null ? day : `${day}.${node}`);
const dayOf = (segment: string): string => segment.slice(0, 'yyyy-mm-dd'.length);
const segmentFile = (folder: string, segment: string): string => join(folder, `${segment}${suffix}`);

/** Names of all segments, oldest day first. */
const listSegments = async (files: Files, folder: string): Promise<string[]> =>
  (await files.list(folder))
    .filter((name) => name.endsWith(suffix))
    .map((name) => name.slice(0, -suffix.length));

/** Lines that are not empty, one block of the file in memory at a time. */
async function* readLines(files: Files, path: string): AsyncGenerator<string> {
  const file = await files.open(path);
  if (file === null) return;
  try {
    const decoder = new StringDecoder('utf8');
    let rest = '';
    for (let offset = 0; offset < file.bytes; offset += readBytes) {
      const block = Buffer.alloc(Math.min(readBytes, file.bytes - offset));
      await file.read(block, offset);
      const lines = (rest + decoder.write(block)).split(/\r?\n/);
      rest = lines.pop() ?? '';
      for (const line of lines) if (line !== '') yield line;
    }
    rest += decoder.end();
    if (rest !== '') yield rest;
  } finally {
    await file.close();
  }
}

const fileSize = async (files: Files, path: string): Promise<number> => (await files.size(path)) ?? 0;

/** Durable when it returns. The text starts with a line break, so that a torn line before it cannot damage its first line. */
const appendLines = async (files: Files, path: string, text: string): Promise<void> => {
  const folder = dirname(path);
  if ((await files.size(path)) === null) {
    await files.makeFolder(folder);
    // The names of a new folder and of the one above it are durable too.
    for (const above of [dirname(folder), dirname(dirname(folder))]) await files.sync(above);
  }
  await files.appendDurably(path, Buffer.from(`\n${text}`));
};

const erasureSchema = Type.Object({ shopper: Type.String(), until: Type.Number() });

/** One list, and one of each node where several machines share the folder. */
const listName = 'erased';

/**
 * Erased shoppers, by pseudonym. The list is kept for ever: their events are filtered out of the current day's file,
 * which may not be rewritten yet, and of files that are restored from a backup.
 */
const createErasures = (files: Files, folder: string, node: string | null) => {
  const ownFile = join(folder, node === null ? listName : `${listName}.${node}`);
  const listFiles = async (): Promise<string[]> =>
    (await files.list(folder))
      .filter((name) => name === listName || name.startsWith(`${listName}.`))
      .map((name) => join(folder, name));
  const size = async (): Promise<number> => {
    let bytes = 0;
    for (const file of await listFiles()) bytes += await fileSize(files, file);
    return bytes;
  };
  return {
    add: (shopper: string, until: number): Promise<void> =>
      appendLines(files, ownFile, `${JSON.stringify({ shopper, until })}\n`),
    hasAny: async (): Promise<boolean> => (await size()) > 0,
    size,
    /** Whether an event of a shopper (pseudonym), received at this time (milliseconds since 1970), has been erased. */
    read: async () => {
      const erased = new Map<string, number>();
      for (const file of await listFiles())
        for await (const line of readLines(files, file)) {
          const erasure = parseErasure(line);
          if (erasure) erased.set(erasure.shopper, Math.max(erasure.until, erased.get(erasure.shopper) ?? 0));
        }
      return (shopper: string, receivedAt: number): boolean => receivedAt <= (erased.get(shopper) ?? -1);
    },
  };
};

/** null for a torn line, which was never acknowledged. */
const parseErasure = (line: string): { shopper: string; until: number } | null => {
  try {
    const value: unknown = JSON.parse(line);
    return Value.Check(erasureSchema, value) ? value : null;
  } catch {
    return null;
  }
};
