import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LogRow } from './event.ts';
import { readLog } from './read-log.ts';

/** A published sample in the UBI schema (Apache-2.0), not part of the project. */
const sample = join(process.env['KINDRED_TEST_DATA'] ?? '', 'queries', 'ubi-sample.ndjson');
const exists = process.env['KINDRED_TEST_DATA'] !== undefined && existsSync(sample);

async function* readRows(file: string): AsyncGenerator<LogRow> {
  await using handle = await open(file);
  let line = 0;
  for await (const text of handle.readLines())
    yield { kind: 'row', line: ++line, row: JSON.parse(text) as Record<string, unknown> };
}

describe.skipIf(!exists)(
  'the UBI sample (skipped unless KINDRED_TEST_DATA names a folder that holds it)',
  () => {
    it('is read to its end: searches, clicks, carts and orders, and six searches without text', async () => {
      const counts = new Map<string, number>();
      for await (const item of readLog(readRows(sample))) {
        const kind = item.kind === 'event' ? item.event.kind : item.kind;
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
      }
      expect(Object.fromEntries(counts)).toEqual({ search: 1059, click: 298, cart: 234, order: 6, fault: 6 });
    });
  },
);
