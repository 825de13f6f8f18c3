import { Type } from 'typebox';
import { Nullable } from '../../schema/schema-helpers.ts';
import { Component, Count, Instant } from '../contract/field-schemas.ts';
import type { SchemaValue } from '../contract/route.ts';

export const SystemState = Component('SystemState', {
  version: Type.String(),
  node: Type.String(),
  uptimeSeconds: Type.Number(),
  disk: Type.Object({ usedBytes: Count('By the data folder.'), freeBytes: Count() }),
  memory: Type.Object({ residentBytes: Count(), heapBytes: Count() }),
  datasets: Type.Array(
    Type.Object({
      website: Type.String(),
      dataset: Type.String(),
      size: Count(),
      bytes: Count('Of all its versions.'),
    }),
  ),
  problems: Type.Array(
    Type.Object({
      subject: Type.String({ description: 'A dataset (`website/dataset`) or a file.' }),
      version: Nullable(Type.String({ description: 'Of the dataset.' })),
      file: Nullable(Type.String()),
      since: Nullable(Instant()),
    }),
    { description: 'Damaged versions and files. The last good version answers.' },
  ),
  jobs: Type.Array(
    Type.Object({
      id: Type.String(),
      kind: Type.String(),
      subject: Type.String(),
      state: Type.String(),
      startedAt: Instant(),
    }),
  ),
});

export const Backup = Component('Backup', {
  name: Type.String(),
  at: Instant(),
  bytes: Nullable(Count()),
  state: Type.String(),
});

export type WireSystemState = SchemaValue<typeof SystemState>;
export type WireBackup = SchemaValue<typeof Backup>;
