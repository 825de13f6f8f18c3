import type { Field, FieldOverride } from '../domain/dataset.ts';
import { Fault } from '../errors.ts';
import { peek } from './formats/byte-chunks.ts';
import { detectEncoding } from './formats/encoding.ts';
import { type RawRow, formatLimits } from './formats/feed.ts';
import { findFormat, readFeed } from './formats/find/find-format.ts';
import { createInspection } from './mapping/inspect-columns.ts';
import { mapFields } from './mapping/map-fields.ts';
import { readFeedFile } from './formats/unpack.ts';

const inspectFileDefaults = { rows: 5000, examples: 10, faults: 50 } as const;

export type FeedInspection = {
  readonly format: string;
  readonly encoding: string;
  /** The mapping that an import would choose for the rows that were read. */
  readonly fields: readonly Field[];
  readonly examples: readonly RawRow[];
  readonly faults: readonly { readonly line: number; readonly reason: string }[];
};

export type InspectionTask = {
  readonly file: string;
  /** Only the beginning of the feed is in the file. */
  readonly isPart: boolean;
  readonly fields: readonly FieldOverride[];
};

/** Reads the first rows of a feed file and reports what an import would make of them. */
export const inspectFile = async ({ file, isPart, fields }: InspectionTask): Promise<FeedInspection> => {
  const { head, isWhole } = await peek(readFeedFile(file), formatLimits.headBytes);
  const inspection = createInspection();
  const examples: RawRow[] = [];
  const faults: { line: number; reason: string }[] = [];
  const { rows, examples: maximumExamples, faults: maximumFaults } = inspectFileDefaults;
  try {
    for await (const item of readFeed(readFeedFile(file))) {
      if (item.kind === 'row') {
        inspection.add(item.row);
        if (examples.length < maximumExamples) examples.push(item.row);
      } else if (!(isPart && item.kind === 'cut') && faults.length < maximumFaults)
        faults.push({ line: item.line, reason: item.reason });
      if (inspection.rows() >= rows) break;
    }
  } catch (error) {
    // A packed feed cannot be read to the end of a part.
    if (!(isPart && error instanceof Fault && inspection.rows() > 0)) throw error;
  }
  const inspected = { rows: inspection.rows(), columns: inspection.columns() };
  const format = head.length === 0 ? 'unknown' : (findFormat(head, isWhole)?.name ?? 'unknown');
  const encoding = detectEncoding(head);
  return { format, encoding, fields: mapFields(inspected, fields), examples, faults };
};
