import { hasCardNumber, hasEmailAddress } from '../guards/personal-data.ts';
import { readUbiRow } from '../log/ubi.ts';
import type { LoggedEvent } from './record.ts';

/** What was sent, taken apart. `ignored` says nothing to us (an impression), or too much (an e-mail address). */
export type ParsedEvents = {
  readonly events: readonly LoggedEvent[];
  readonly ignored: number;
  /** `index` is the place in what was sent, from 0. */
  readonly refused: readonly { readonly index: number; readonly reason: string }[];
};

type Given = Readonly<Record<string, unknown>>;

/** UBI queries and events as a shop's pages send them. One without a time happened now. */
export const parseEvents = (items: readonly unknown[], now: number): ParsedEvents => {
  const events: LoggedEvent[] = [];
  const refused: { index: number; reason: string }[] = [];
  let ignored = 0;
  for (const [index, item] of items.entries()) {
    if (!isGiven(item)) {
      refused.push({ index, reason: 'not a JSON object' });
      continue;
    }
    const read = readUbiRow(index, { ...item, timestamp: item['timestamp'] ?? now });
    const faulty = read.find(({ kind }) => kind === 'fault');
    const said = read.flatMap((each) =>
      each.kind === 'event' && !containsPersonalData(each.event.query) ? [each.event] : [],
    );
    if (faulty !== undefined && 'reason' in faulty) refused.push({ index, reason: faulty.reason });
    else if (said.length === 0) ignored++;
    else events.push(...said.map((event, place) => ({ id: partOf(eventIdOf(item), place), event })));
  }
  return { events, ignored, refused };
};

/** What is not written down cannot leak. */
export const containsPersonalData = (query: string | undefined): boolean =>
  query !== undefined && (hasEmailAddress(query) || hasCardNumber(query));

/** A click on a suggestion is two events, each with an id of its own. */
const partOf = (id: string | null, place: number): string | null =>
  id === null || place === 0 ? id : `${id} ${place}`;

/** An event's own id. The schema names none; collectors send one of these. A query is known by its `query_id`. */
const eventIdOf = (item: Given): string | null => {
  for (const name of ['event_id', 'eventId', 'id']) {
    const value = item[name];
    if (typeof value === 'string' && value !== '') return `event ${value}`;
  }
  const { query_id: queryId } = item;
  const isQuery = item['action_name'] === undefined && typeof queryId === 'string' && queryId !== '';
  return isQuery ? `query ${queryId}` : null;
};

const isGiven = (item: unknown): item is Given =>
  typeof item === 'object' && item !== null && !Array.isArray(item);
