import type { Rate } from '../domain/subscription.ts';
import type { SlotCount, RateClaim } from './rate-windows.ts';

/*
 * One record of the shared log: 64 bytes, so that none lies across two pages of the file. A process that reads
 * while another one writes sees a record completely or not at all.
 *
 *    0 magic     4 kind       8 writer     12 sequence of the writer
 *   16 subscription          20 network (high, low)
 *   28 calls    32 seconds   36 calls and  40 seconds of an address
 *   44 counted  48 moment, milliseconds since 1970     56 zero
 */
export const recordBytes = 64;
const magicNumber = 0x6b64726c;
/** More than any machine serves in a day: as good as no limit. */
const maximumCalls = 0xffffffff;
const kinds = { call: 1, slot: 2, end: 3 } as const;

export type CallRecord =
  | {
      readonly kind: 'call';
      readonly writer: number;
      readonly sequence: number;
      readonly atMs: number;
      readonly claim: RateClaim;
    }
  | { readonly kind: 'slot'; readonly slot: SlotCount }
  /** Ends a segment. Nothing after it counts: the next file continues. */
  | { readonly kind: 'end' };

export const writeRecord = (record: CallRecord, into: Buffer, offset = 0): void => {
  into.fill(0, offset, offset + recordBytes);
  into.writeUInt32LE(magicNumber, offset);
  into.writeUInt32LE(kinds[record.kind], offset + 4);
  if (record.kind === 'call') writeCall(record, into, offset);
  if (record.kind === 'slot') writeSlot(record.slot, into, offset);
};

/** null: there is no record at this offset. */
export const readRecord = (bytes: Buffer, offset: number): CallRecord | null => {
  if (bytes.readUInt32LE(offset) !== magicNumber) return null;
  switch (bytes.readUInt32LE(offset + 4)) {
    case kinds.call:
      return readCall(bytes, offset);
    case kinds.slot:
      return { kind: 'slot', slot: readSlot(bytes, offset) };
    case kinds.end:
      return { kind: 'end' };
    default:
      return null;
  }
};

const writeCall = (
  { writer, sequence, atMs, claim }: Extract<CallRecord, { kind: 'call' }>,
  into: Buffer,
  offset: number,
): void => {
  into.writeUInt32LE(writer, offset + 8);
  into.writeUInt32LE(sequence, offset + 12);
  writeOwner(claim, into, offset);
  writeRate(claim.rate, into, offset + 28);
  writeRate(claim.addressRate, into, offset + 36);
  into.writeDoubleLE(atMs, offset + 48);
};

const readCall = (bytes: Buffer, offset: number): CallRecord => {
  const claim = {
    ...readOwner(bytes, offset),
    rate: readRate(bytes, offset + 28),
    addressRate: readRate(bytes, offset + 36),
  };
  const [writer, sequence] = [bytes.readUInt32LE(offset + 8), bytes.readUInt32LE(offset + 12)];
  return { kind: 'call', writer, sequence, atMs: bytes.readDoubleLE(offset + 48), claim };
};

const writeSlot = (slot: SlotCount, into: Buffer, offset: number): void => {
  writeOwner(slot, into, offset);
  into.writeUInt32LE(slot.perSeconds, offset + 32);
  into.writeUInt32LE(slot.calls, offset + 44);
  into.writeDoubleLE(slot.atMs, offset + 48);
};

const readSlot = (bytes: Buffer, offset: number): SlotCount => {
  return {
    ...readOwner(bytes, offset),
    perSeconds: bytes.readUInt32LE(offset + 32),
    calls: bytes.readUInt32LE(offset + 44),
    atMs: bytes.readDoubleLE(offset + 48),
  };
};

type Owner = Pick<RateClaim, 'subscriptionId' | 'network'>;

const writeOwner = ({ subscriptionId, network }: Owner, into: Buffer, offset: number): void => {
  into.writeUInt32LE(subscriptionId, offset + 16);
  into.writeUInt32LE(network.high, offset + 20);
  into.writeUInt32LE(network.low, offset + 24);
};

const readOwner = (bytes: Buffer, offset: number): Owner => {
  const network = { high: bytes.readUInt32LE(offset + 20), low: bytes.readUInt32LE(offset + 24) };
  return { subscriptionId: bytes.readUInt32LE(offset + 16), network };
};

const writeRate = (rate: Rate | null, into: Buffer, offset: number): void => {
  into.writeUInt32LE(Math.min(rate?.calls ?? 0, maximumCalls), offset);
  into.writeUInt32LE(rate?.perSeconds ?? 0, offset + 4);
};

const readRate = (bytes: Buffer, offset: number): Rate | null => {
  const rate = { calls: bytes.readUInt32LE(offset), perSeconds: bytes.readUInt32LE(offset + 4) };
  return rate.calls === 0 ? null : rate;
};
