import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fingerprint } from './fingerprint.ts';

const decode = (text: string): Buffer => Buffer.from(text, 'base64url');

const countDifferentBits = (a: Buffer, b: Buffer): number =>
  a.reduce((sum, byte, at) => sum + (byte ^ (b[at] ?? 0)).toString(2).replaceAll('0', '').length, 0);

/** A generator of numbers that are the same in every run. */
const createNumbers = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

describe('the fingerprint of bytes', () => {
  it('has 128 bits in base64url', () => {
    expect(fingerprint(Buffer.from('{}'))).toMatch(/^[\w-]{22}$/);
  });

  it('is the same wherever the bytes lie in memory', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 0, max: 7 }), (bytes, offset) => {
        const elsewhere = new Uint8Array(offset + bytes.length + 5).fill(255);
        elsewhere.set(bytes, offset);
        expect(fingerprint(elsewhere.subarray(offset, offset + bytes.length))).toBe(fingerprint(bytes));
      }),
    );
  });

  it('differs for bytes that differ, also by zeros at the end', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 80 }),
        fc.uint8Array({ maxLength: 80 }),
        (one, other) => (fingerprint(one) === fingerprint(other)) === (Buffer.compare(one, other) === 0),
      ),
    );
    const zeros = Array.from({ length: 100 }, (_, length) => fingerprint(new Uint8Array(length)));
    expect(new Set(zeros).size).toBe(100);
  });

  it('changes about half of its bits with every bit of the bytes', () => {
    const bytes = Buffer.from('{"totalCount":24,"searchResults":[{"identifier":"p1","score":0.91}]}');
    const before = decode(fingerprint(bytes));
    const changes = Array.from({ length: bytes.length * 8 }, (_, bit) => {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      return countDifferentBits(before, decode(fingerprint(changed)));
    });
    expect(Math.min(...changes)).toBeGreaterThan(32);
    expect(Math.max(...changes)).toBeLessThan(96);
    const average = changes.reduce((sum, change) => sum + change, 0) / changes.length;
    expect(average).toBeGreaterThan(60);
    expect(average).toBeLessThan(68);
  });

  it('is unlike all others among answers that differ in two numbers', () => {
    const draw = createNumbers(7);
    const seen = new Set<string>();
    const answers = new Set<string>();
    const page = Array.from({ length: 24 }, (_, at) => `{"identifier":"p${at}","score":0.${500_000 + at}}`);
    for (let round = 0; round < 20_000; round += 1) {
      const changed = [...page];
      for (let change = 0; change < 2; change += 1)
        changed[draw(24)] = `{"identifier":"p${draw(1000)}","score":0.${100_000 + draw(900_000)}}`;
      const answer = changed.join();
      answers.add(answer);
      seen.add(fingerprint(Buffer.from(answer)));
    }
    expect(seen.size).toBe(answers.size);
  });
});
