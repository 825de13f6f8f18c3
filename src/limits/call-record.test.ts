import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CallRecord, readRecord, recordBytes, writeRecord } from './call-record.ts';

const unsigned = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const network = fc.record({ high: unsigned, low: unsigned });
const rate = fc.option(
  fc.record({
    calls: fc.integer({ min: 1, max: 2 ** 32 - 1 }),
    perSeconds: fc.integer({ min: 1, max: 86_400 }),
  }),
);
const atMs = fc.double({ min: 0, max: 1e13, noNaN: true });
const record: fc.Arbitrary<CallRecord> = fc.oneof(
  fc.record({
    kind: fc.constant('call' as const),
    writer: unsigned,
    sequence: unsigned,
    atMs,
    claim: fc.record({ subscriptionId: unsigned, network, rate, addressRate: rate }),
  }),
  fc.record({
    kind: fc.constant('slot' as const),
    slot: fc.record({ subscriptionId: unsigned, network, perSeconds: unsigned, calls: unsigned, atMs }),
  }),
  fc.constant({ kind: 'end' as const }),
);

describe('record of the shared log', () => {
  it('reads back as it was written, at any offset', () => {
    fc.assert(
      fc.property(record, fc.integer({ min: 0, max: 200 }), (written, offset) => {
        const bytes = Buffer.alloc(offset + recordBytes, 0xff);
        writeRecord(written, bytes, offset);
        expect(readRecord(bytes, offset)).toEqual(written);
        expect(bytes.subarray(0, offset).every((byte) => byte === 0xff)).toBe(true);
      }),
      { verbose: true },
    );
  });

  it('is found nowhere in zeros, in text, or behind a wrong first byte', () => {
    expect(readRecord(Buffer.alloc(recordBytes), 0)).toBeNull();
    expect(readRecord(Buffer.from('x'.repeat(recordBytes)), 0)).toBeNull();
    const bytes = Buffer.alloc(recordBytes);
    writeRecord({ kind: 'end' }, bytes);
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    expect(readRecord(bytes, 0)).toBeNull();
  });

  it('of an unknown kind, from a newer program, is skipped', () => {
    const bytes = Buffer.alloc(recordBytes);
    writeRecord({ kind: 'end' }, bytes);
    bytes.writeUInt32LE(99, 4);
    expect(readRecord(bytes, 0)).toBeNull();
  });

  it('writes a rate beyond 32 bits as the largest there is', () => {
    const bytes = Buffer.alloc(recordBytes);
    const claim = {
      subscriptionId: 1,
      network: { high: 0, low: 0 },
      rate: { calls: 1e15, perSeconds: 10 },
      addressRate: null,
    };
    writeRecord({ kind: 'call', writer: 1, sequence: 1, atMs: 0, claim }, bytes);
    expect(readRecord(bytes, 0)).toMatchObject({ claim: { rate: { calls: 2 ** 32 - 1 } } });
  });
});
