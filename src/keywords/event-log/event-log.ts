import { join } from 'node:path';
import type { BehaviourEvent } from '../log/event.ts';
import { createErasures } from './erasures.ts';
import { decodeRecord, encodeRecord, idOf, type LoggedEvent, pseudonymOf } from './record.ts';
import {
  appendDurably,
  dayOf,
  daysIn,
  linesOf,
  removeFile,
  replaceFile,
  segmentFile,
  sizeOf,
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
  forget(shopper: string): Promise<number>;
  /** Removes what was received more than so many days ago, and rewrites days that hold erased shoppers. */
  tidy(retentionDays: number): Promise<void>;
  /** Changes with every append and every erasure. */
  state(): Promise<string>;
};

type Place = { readonly folder: string; readonly website: string; readonly now: () => number };

const dayMs = 86_400_000;

export const openEventLog = ({ folder, website, now }: Place): EventLog => {
  const erasures = createErasures(join(folder, 'erased'));
  const write = createGroupedWriter((text) => appendDurably(segmentFile(folder, dayOf(now())), text));

  const append = async (events: readonly LoggedEvent[]): Promise<void> => {
    const receivedAt = now();
    const lines = events.map(({ id, event }) => {
      // A clock that runs ahead must not make everything else look old.
      const kept = {
        ...event,
        shopper: pseudonymOf(website, event.shopper),
        at: Math.min(event.at, receivedAt),
      };
      return encodeRecord({ id: idOf({ id, event: kept }), receivedAt, event: kept });
    });
    if (lines.length > 0) await write(lines.join(''));
  };

  /** Lines of one day that may still be read. */
  async function* standing(day: string): AsyncGenerator<{ line: string; id: number; event: BehaviourEvent }> {
    const isErased = await erasures.read();
    for await (const line of linesOf(segmentFile(folder, day))) {
      const record = decodeRecord(line);
      if (record === null || isErased(record.event.shopper, record.receivedAt)) continue;
      yield { line, id: record.id, event: record.event };
    }
  }

  async function* read(): AsyncGenerator<BehaviourEvent> {
    const seen = new Set<number>();
    for (const day of await daysIn(folder))
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
    for await (const _ of linesOf(file)) all++;
    for await (const _ of standing(day)) kept++;
    if (kept === 0) await removeFile(file);
    else if (kept < all) await replaceFile(file, linesStanding(day));
  };

  /** Days that nobody appends to any more. */
  const closedDays = async (): Promise<string[]> =>
    (await daysIn(folder)).filter((day) => day < dayOf(now() - dayMs));

  return {
    append,
    read,
    async forget(shopper) {
      const pseudonym = pseudonymOf(website, shopper);
      let found = 0;
      for await (const event of read()) if (event.shopper === pseudonym) found++;
      await erasures.add(pseudonym, now());
      for (const day of await closedDays()) await rewrite(day);
      return found;
    },
    async tidy(retentionDays) {
      const oldest = dayOf(now() - retentionDays * dayMs);
      for (const day of await closedDays())
        if (day < oldest) await removeFile(segmentFile(folder, day));
        else if (await erasures.areAny()) await rewrite(day);
    },
    async state() {
      const days = await daysIn(folder);
      const sizes = await Promise.all(days.map((day) => sizeOf(segmentFile(folder, day))));
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
