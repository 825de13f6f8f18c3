import { createHash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { readCheckedLine, writeCheckedLine } from '../../../files/checksums.ts';
import { type BehaviourEvent, behaviourEventSchema } from '../log/event.ts';

/** An event with the id of its sender. Without one, the id is a hash of the event's content. */
export type LoggedEvent = { readonly id: string | null; readonly event: BehaviourEvent };

const recordSchema = Type.Object({
  /** 52 bits: equal for an event that was sent twice. */
  id: Type.Integer(),
  /** When it was received, in milliseconds since 1970. */
  receivedAt: Type.Number(),
  event: behaviourEventSchema,
});

export type EventRecord = Readonly<Static<typeof recordSchema>>;

export const encodeRecord = (record: EventRecord): string => writeCheckedLine(JSON.stringify(record));

/** null for a line that was torn by a crash or damaged on disk: it is skipped. */
export const decodeRecord = (line: string): EventRecord | null => {
  const text = readCheckedLine(line);
  if (text === null) return null;
  const record: unknown = JSON.parse(text);
  return Value.Check(recordSchema, record) ? record : null;
};

/** A shopper's identifier is never stored. The pseudonym is stable within one website and differs between websites. */
export const pseudonymise = (website: string, shopper: string): string =>
  createHash('sha256').update(`${website} ${shopper}`).digest('base64url').slice(0, 22);

/** 13 hex digits are 52 bits: exact as a number, and one collision in 10,000 logs of a million events. */
const idDigits = 13;

export const hashEventId = ({ id, event }: LoggedEvent): number => {
  const product = event.kind === 'search' ? null : event.product;
  const content = id ?? JSON.stringify([event.kind, event.shopper, event.at, event.query, product]);
  return Number.parseInt(createHash('sha256').update(content).digest('hex').slice(0, idDigits), 16);
};
