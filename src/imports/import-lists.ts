import { existsSync, readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { feedFaultKinds } from '../domain/import-order.ts';
import type { Diff, DiffLists } from '../ingest/diff.ts';
import type { RowFault } from '../ingest/faults.ts';
import { DiffCounts } from './job.ts';

/** What an import adds, changes and removes: the first rows of each kind, and the counts. */
export type ImportDiff = DiffLists & { readonly counts: Diff };

const DiffRows = Type.Array(
  Type.Object({
    identifier: Type.String(),
    displayText: Type.String(),
    changes: Type.Optional(Type.Array(Type.String())),
  }),
);

const DiffFile = Type.Object({
  added: DiffRows,
  changed: DiffRows,
  removed: DiffRows,
  counts: DiffCounts,
});

const FaultLine = Type.Object({
  kind: Type.Enum([...feedFaultKinds]),
  line: Type.Union([Type.Integer(), Type.Null()]),
  identifier: Type.Union([Type.String(), Type.Null()]),
  reason: Type.String(),
});

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** null when there is none yet, or it is damaged: the import itself does not depend on it. */
export const readDiff = (file: string): ImportDiff | null => {
  const diff = existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : null;
  return Value.Check(DiffFile, diff) ? diff : null;
};

/** null for a line that a crash cut. */
export const parseFaultLine = (line: string): RowFault | null => {
  const fault = parseJson(line);
  return Value.Check(FaultLine, fault) ? fault : null;
};
