import type { BehaviourEvent } from '../log/event.ts';
import { createErasures } from './erasures.ts';
import { decodeRecord, encodeRecord, hashEventId, type LoggedEvent, pseudonymise } from './record.ts';
import { diskFiles, type Files } from '../../../files/files.ts';
import { createGroupedWriter } from '../../../files/in-turn.ts';
import { replaceDurably } from '../../../files/replace-file.ts';
import {
  appendLines,
  dayOf,
  fileSize,
  listSegments,
  readLines,
  segmentFile,
  segmentName,
  toDay,
} from './segments.ts';

/**
 * The behaviour events of one website, on disk. Appending is durable when it returns; several processes may append
 * at the same time. Torn or damaged lines are skipped. An event that was sent twice is read once.
 */
export type EventLog = {
  append(events: readonly LoggedEvent[]): Promise<void>;
  read(): AsyncGenerator<BehaviourEvent>;
  /**
   * Events of this shopper until now are never read again. Files before yesterday are rewritten without them at once.
   * Returns the number of these events.
   */
  eraseShopper(shopper: string): Promise<number>;
  /** Removes events received more than this many days ago, and rewrites days that hold erased shoppers. */
  applyRetention(retentionDays: number): Promise<void>;
  /** Changes with every append and every erasure. */
  fingerprint(): Promise<string>;
};

type EventLogOptions = {
  readonly folder: string;
  readonly website: string;
  readonly now: () => number;
  readonly files?: Files;
  /** Of the nodes that share the folder, the one that appends; null: the folder belongs to one machine. */
  readonly node?: string | null;
};

const dayMs = 86_400_000;

export const openEventLog = (options: EventLogOptions): EventLog => {
  const { folder, website, now, files = diskFiles, node = null } = options;
  const erasures = createErasures(files, folder, node);
  const write = createGroupedWriter((lines: readonly string[]) =>
    appendLines(files, segmentFile(folder, segmentName(toDay(now()), node)), lines.join('')),
  );

  const append = async (events: readonly LoggedEvent[]): Promise<void> => {
    const receivedAt = now();
    const lines = events.map(({ id, event }) => {
      // A shop's clock that runs ahead must not make all other events look old.
      const storedEvent = {
        ...event,
        shopper: pseudonymise(website, event.shopper),
        at: Math.min(event.at, receivedAt),
      };
      return encodeRecord({ id: hashEventId({ id, event: storedEvent }), receivedAt, event: storedEvent });
    });
    if (lines.length > 0) await write(lines);
  };

  /** Valid records of one segment, without erased shoppers. */
  async function* readRecords(
    segment: string,
  ): AsyncGenerator<{ line: string; id: number; event: BehaviourEvent }> {
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
    async eraseShopper(shopper) {
      const pseudonym = pseudonymise(website, shopper);
      let erasedEvents = 0;
      for await (const event of read()) if (event.shopper === pseudonym) erasedEvents++;
      await erasures.add(pseudonym, now());
      for (const segment of await closedSegments()) await rewrite(segment);
      return erasedEvents;
    },
    async applyRetention(retentionDays) {
      const oldest = toDay(now() - retentionDays * dayMs);
      for (const segment of await closedSegments())
        if (dayOf(segment) < oldest) await files.remove(segmentFile(folder, segment));
        else if (await erasures.hasAny()) await rewrite(segment);
    },
    async fingerprint() {
      const segments = await listSegments(files, folder);
      const sizes = await Promise.all(segments.map((each) => fileSize(files, segmentFile(folder, each))));
      return [...segments.map((each, at) => `${each}:${sizes[at]}`), `erased:${await erasures.size()}`].join(
        ' ',
      );
    },
  };
};
