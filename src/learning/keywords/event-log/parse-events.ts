import { hasCardNumber, hasEmailAddress } from '../guards/personal-data.ts';
import { readUbiRow } from '../log/ubi.ts';
import type { LoggedEvent } from './record.ts';

/** The events of a request. `ignored` counts items of other kinds (impressions) and items with personal data. */
export type ParsedEvents = {
  readonly events: readonly LoggedEvent[];
  readonly ignored: number;
  /** `index` is the position in the request, from 0. */
  readonly refused: readonly { readonly index: number; readonly reason: string }[];
};

type JsonObject = Readonly<Record<string, unknown>>;

const aheadMs = 5 * 60_000;

/** Parses UBI queries and events as a shop's pages send them. An item without a time gets `now`. */
export const parseEvents = (items: readonly unknown[], now: number): ParsedEvents => {
  const events: LoggedEvent[] = [];
  const refused: { index: number; reason: string }[] = [];
  let ignored = 0;
  for (const [index, item] of items.entries()) {
    if (!isJsonObject(item)) {
      refused.push({ index, reason: 'not a JSON object' });
      continue;
    }
    const read = readUbiRow(index, { ...item, timestamp: item['timestamp'] ?? now });
    const fault = read.find(({ kind }) => kind === 'fault');
    const allowed = read.flatMap((each) =>
      each.kind === 'event' && !containsPersonalData(each.event.query) ? [each.event] : [],
    );
    if (fault !== undefined && 'reason' in fault) refused.push({ index, reason: fault.reason });
    else if (allowed.some(({ at }) => at > now + aheadMs))
      refused.push({ index, reason: 'its timestamp lies more than five minutes in the future' });
    else if (allowed.length === 0) ignored++;
    else events.push(...allowed.map((event, part) => ({ id: createPartId(findEventId(item), part), event })));
  }
  return { events, ignored, refused };
};

/** Searches with an e-mail address or a card number are not stored at all. */
export const containsPersonalData = (query: string | undefined): boolean =>
  query !== undefined && (hasEmailAddress(query) || hasCardNumber(query));

/** A click on a suggestion becomes two events, each with its own id. */
const createPartId = (id: string | null, part: number): string | null =>
  id === null || part === 0 ? id : `${id} ${part}`;

/** The UBI schema defines no event id, but collectors send one of these. A query is identified by its `query_id`. */
const findEventId = (item: JsonObject): string | null => {
  for (const name of ['event_id', 'eventId', 'id']) {
    const value = item[name];
    if (typeof value === 'string' && value !== '') return `event ${value}`;
  }
  const { query_id: queryId } = item;
  const isQuery = item['action_name'] === undefined && typeof queryId === 'string' && queryId !== '';
  return isQuery ? `query ${queryId}` : null;
};

const isJsonObject = (item: unknown): item is JsonObject =>
  typeof item === 'object' && item !== null && !Array.isArray(item);
