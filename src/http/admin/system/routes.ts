import { Type } from 'typebox';
import { Nullable } from '../../schema/schema-helpers.ts';
import { Component, Count, Instant } from '../contract/field-schemas.ts';
import { route, type SchemaValue } from '../contract/route.ts';

const SystemState = Component('SystemState', {
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

const Backup = Component('Backup', {
  name: Type.String(),
  at: Instant(),
  bytes: Nullable(Count()),
  state: Type.String(),
});

export type WireSystemState = SchemaValue<typeof SystemState>;
export type WireBackup = SchemaValue<typeof Backup>;

export const systemRoutes = [
  route('getSystem', 'GET', '/admin/system', 'administrator', {
    summary: 'State of the installation.',
    response: SystemState,
  }),
  route('startBackup', 'POST', '/admin/system/backup', 'administrator', {
    summary: 'Start a backup.',
    response: Backup,
    status: 202,
  }),
  route('listBackups', 'GET', '/admin/system/backups', 'administrator', {
    summary: 'Backups, newest first.',
    response: Type.Array(Backup),
  }),
  route('cancelAnyImport', 'POST', '/admin/system/imports/{import}/cancel', 'administrator', {
    summary: 'Stop an import of any website. Its live version stays.',
    response: null,
  }),
] as const;
