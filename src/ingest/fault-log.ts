import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { finished } from 'node:stream/promises';
import type { feedFaultKinds } from '../domain/import-order.ts';

export type RowFault = {
  readonly kind: (typeof feedFaultKinds)[number];
  readonly line: number | null;
  readonly identifier: string | null;
  readonly reason: string;
};

export type FaultSummary = {
  readonly count: number;
  readonly byKind: Readonly<Record<RowFault['kind'], number>>;
  readonly first: readonly RowFault[];
  /** NDJSON file with all of them; null when there are none. */
  readonly file: string | null;
};

const faultLogDefaults = { first: 100 } as const;

const waitForDrain = (stream: WriteStream): Promise<void> =>
  new Promise((resolve) => stream.once('drain', () => resolve()));

/**
 * Keeps the first faults for the report and writes all of them to a file, which is created with the first
 * fault.
 */
export const openFaultLog = (file: string) => {
  const byKind = { row: 0, duplicate: 0, picture: 0, notice: 0 };
  const first: RowFault[] = [];
  let stream: WriteStream | null = null;
  return {
    file,
    async add(fault: RowFault): Promise<void> {
      byKind[fault.kind] += 1;
      if (first.length < faultLogDefaults.first) first.push(fault);
      if (stream === null) {
        await mkdir(dirname(file), { recursive: true });
        stream = createWriteStream(file);
      }
      if (!stream.write(`${JSON.stringify(fault)}\n`)) await waitForDrain(stream);
    },
    async close(): Promise<FaultSummary> {
      if (stream !== null) await finished(stream.end());
      const count = byKind.row + byKind.duplicate + byKind.picture + byKind.notice;
      return { count, byKind, first, file: count > 0 ? file : null };
    },
  };
};

export type FaultLog = ReturnType<typeof openFaultLog>;
