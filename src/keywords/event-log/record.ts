import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { Value } from 'typebox/value';
import { type BehaviourEvent, behaviourEventSchema } from '../log/event.ts';

/** An event as it came, with the id its sender gave it; without one, what it says is its id. */
export type LoggedEvent = { readonly id: string | null; readonly event: BehaviourEvent };

/** What a line holds. */
export type EventRecord = {
  /** 52 bits: equal for an event that was sent twice. */
  readonly id: number;
  /** When it was received, in milliseconds since 1970. */
  readonly receivedAt: number;
  readonly event: BehaviourEvent;
};

/**
 * One event, one line: CRC-32 of the rest in eight hex digits, a blank, JSON. A line that was torn by a crash,
 * or changed by a bad disk, does not hold against its checksum and is passed over.
 */
export const encodeRecord = (record: EventRecord): string => sealed(JSON.stringify(record));

const sealed = (text: string): string => `${crc32(text).toString(16).padStart(8, '0')} ${text}\n`;

export const decodeRecord = (line: string): EventRecord | null => {
  const text = line.slice(9);
  if (line[8] !== ' ' || Number.parseInt(line.slice(0, 8), 16) !== crc32(text)) return null;
  const { id, receivedAt, event } = JSON.parse(text) as EventRecord;
  return Value.Check(behaviourEventSchema, event) ? { id, receivedAt, event } : null;
};

/** A shopper's own identifier is never written down: the same shopper is the same pseudonym inside one website. */
export const pseudonymise = (website: string, shopper: string): string =>
  createHash('sha256').update(`${website} ${shopper}`).digest('base64url').slice(0, 22);

/** Thirteen hex digits are 52 bits: exact as a number, and twice the same once in 10,000 logs of a million. */
const idDigits = 13;

export const hashEventId = ({ id, event }: LoggedEvent): number => {
  const said = id ?? JSON.stringify([event.kind, event.shopper, event.at, event.query, productOf(event)]);
  return Number.parseInt(createHash('sha256').update(said).digest('hex').slice(0, idDigits), 16);
};

const productOf = (event: BehaviourEvent): string | null => (event.kind === 'search' ? null : event.product);
