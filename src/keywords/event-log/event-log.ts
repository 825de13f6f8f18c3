import { join } from 'node:path';
import type { BehaviourEvent } from '../log/event.ts';
import { createErasures } from './erasures.ts';
import { decodeRecord, encodeRecord, hashEventId, type LoggedEvent, pseudonymise } from './record.ts';
import {
  appendDurably,
  toDay,
  listDays,
  readLines,
  removeFile,
  replaceFile,
  segmentFile,
  fileSize,
} from './segments.ts';

/**
 * What shoppers of one website did, on disk. Appending is durable when it returns; several processes may
 * append at once. A torn or damaged line is passed over. What was sent twice is read once.
 */
export type EventLog = {
  append(events: readonly LoggedEvent[]): Promise<void>;
  read(): AsyncGenerator<BehaviourEvent>;
  /**
   * From now on nothing that this shopper did until now is read; older days are rewritten without it at once. Says
   * how many events that were.
   */
  eraseShopper(shopper: string): Promise<number>;
  /** Removes what was received more than so many days ago, and rewrites days that hold erased shoppers. */
  applyRetention(retentionDays: number): Promise<void>;
  /** Changes with every append and every erasure. */
  fingerprint(): Promise<string>;
};

type EventLogOptions = { readonly folder: string; readonly website: string; readonly now: () => number };

const dayMs = 86_400_000;

export const openEventLog = ({ folder, website, now }: EventLogOptions): EventLog => {
  const erasures = createErasures(join(folder, 'erased'));
  const write = createGroupedWriter((text) => appendDurably(segmentFile(folder, toDay(now())), text));

  const append = async (events: readonly LoggedEvent[]): Promise<void> => {
    const receivedAt = now();
    const lines = events.map(({ id, event }) => {
      // A clock that runs ahead must not make everything else look old.
      const kept = {
        ...event,
        shopper: pseudonymise(website, event.shopper),
        at: Math.min(event.at, receivedAt),
      };
      return encodeRecord({ id: hashEventId({ id, event: kept }), receivedAt, event: kept });
    });
    if (lines.length > 0) await write(lines.join(''));
  };

  /** Lines of one day that may still be read. */
  async function* standing(day: string): AsyncGenerator<{ line: string; id: number; event: BehaviourEvent }> {
    const isErased = await erasures.read();
    for await (const line of readLines(segmentFile(folder, day))) {
      const record = decodeRecord(line);
      if (record === null || isErased(record.event.shopper, record.receivedAt)) continue;
      yield { line, id: record.id, event: record.event };
    }
  }

  async function* read(): AsyncGenerator<BehaviourEvent> {
    const seen = new Set<number>();
    for (const day of await listDays(folder))
      for await (const { id, event } of standing(day)) {
        if (seen.has(id)) continue;
        seen.add(id);
        yield event;
      }
  }

  async function* linesStanding(day: string): AsyncGenerator<string> {
    for await (const { line } of standing(day)) yield `${line}\n`;
  }

  const rewrite = async (day: string): Promise<void> => {
    const file = segmentFile(folder, day);
    let [all, kept] = [0, 0];
    for await (const _ of readLines(file)) all++;
    for await (const _ of standing(day)) kept++;
    if (kept === 0) await removeFile(file);
    else if (kept < all) await replaceFile(file, linesStanding(day));
  };

  /** Days that nobody appends to any more. */
  const closedDays = async (): Promise<string[]> =>
    (await listDays(folder)).filter((day) => day < toDay(now() - dayMs));

  return {
    append,
    read,
    async eraseShopper(shopper) {
      const pseudonym = pseudonymise(website, shopper);
      let found = 0;
      for await (const event of read()) if (event.shopper === pseudonym) found++;
      await erasures.add(pseudonym, now());
      for (const day of await closedDays()) await rewrite(day);
      return found;
    },
    async applyRetention(retentionDays) {
      const oldest = toDay(now() - retentionDays * dayMs);
      for (const day of await closedDays())
        if (day < oldest) await removeFile(segmentFile(folder, day));
        else if (await erasures.hasAny()) await rewrite(day);
    },
    async fingerprint() {
      const days = await listDays(folder);
      const sizes = await Promise.all(days.map((day) => fileSize(segmentFile(folder, day))));
      return [...days.map((day, at) => `${day}:${sizes[at]}`), `erased:${await erasures.size()}`].join(' ');
    },
  };
};

/** Whoever comes while a write is under way shares the next one: many callers, one sync of the disk. */
const createGroupedWriter = (write: (text: string) => Promise<void>): ((text: string) => Promise<void>) => {
  let waiting: string[] = [];
  let next: Promise<void> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  return (text) => {
    waiting.push(text);
    if (next !== null) return next;
    next = last.then(() => {
      const batch = waiting.join('');
      waiting = [];
      next = null;
      return write(batch);
    });
    last = next.catch(() => undefined);
    return next;
  };
};
