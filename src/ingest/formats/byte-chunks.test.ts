import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collect, inChunks } from '../../../test/support/read-feed.ts';
import { peek, rechunk } from './byte-chunks.ts';

const join = async (chunks: AsyncIterable<Uint8Array>): Promise<Buffer> =>
  Buffer.concat(await collect(chunks));

describe('bytes in other chunks', () => {
  it('are the same bytes, each chunk but the last as long as asked', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 200 }),
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 50 }),
        async (bytes, given, size) => {
          const chunks = await collect(rechunk(inChunks(bytes, given), size));
          expect(Buffer.concat(chunks)).toEqual(Buffer.from(bytes));
          for (const chunk of chunks.slice(0, -1)) expect(chunk.length).toBeGreaterThanOrEqual(size);
        },
      ),
    );
  });

  it('can be looked at without losing any of them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 200 }),
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 50 }),
        async (bytes, given, size) => {
          const { head, isWhole, bytes: all } = await peek(inChunks(bytes, given), size);
          expect(head.length).toBeGreaterThanOrEqual(Math.min(size, bytes.length));
          expect(Buffer.from(bytes).subarray(0, head.length)).toEqual(head);
          if (isWhole) expect(head.length).toBe(bytes.length);
          expect(await join(all)).toEqual(Buffer.from(bytes));
        },
      ),
    );
  });

  it('close their source when nobody reads on', async () => {
    let isClosed = false;
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield Buffer.from('abc');
      } finally {
        isClosed = true;
      }
    }
    const { bytes } = await peek(source(), 2);
    for await (const _chunk of bytes) break;
    expect(isClosed).toBe(true);
  });
});
