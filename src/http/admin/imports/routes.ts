import { Type } from 'typebox';
import { route } from '../contract/route.ts';
import { FaultsFile, ImportDiff, ImportProgress, ImportSummary, StartImport } from './schema.ts';

const imports = '/admin/websites/{website}/datasets/{dataset}/imports';

export const importRoutes = [
  route({
    id: 'startImport',
    method: 'POST',
    path: imports,
    access: 'merchandiser',
    summary: 'Start an import from the source of the dataset, or from a file that comes with the request.',
    body: StartImport,
    upload: true,
    response: ImportSummary,
    status: 202,
  }),
  route({
    id: 'listImports',
    method: 'GET',
    path: imports,
    access: 'viewer',
    summary: 'The imports of a dataset, newest first.',
    response: Type.Array(ImportSummary),
  }),
  route({
    id: 'getImport',
    method: 'GET',
    path: `${imports}/{import}`,
    access: 'viewer',
    summary: 'One import.',
    response: ImportSummary,
  }),
  route({
    id: 'followImport',
    method: 'GET',
    path: `${imports}/{import}/events`,
    access: 'viewer',
    summary: 'Follow an import as it runs: server-sent events, the last one when it has ended.',
    response: ImportProgress,
    media: 'text/event-stream',
  }),
  route({
    id: 'cancelImport',
    method: 'POST',
    path: `${imports}/{import}/cancel`,
    access: 'merchandiser',
    summary: 'Stop an import. The live version stays.',
    response: null,
  }),
  route({
    id: 'approveImport',
    method: 'POST',
    path: `${imports}/{import}/approve`,
    access: 'merchandiser',
    summary: 'Publish an import that waits for approval.',
    response: ImportSummary,
    status: 202,
  }),
  route({
    id: 'getImportFaults',
    method: 'GET',
    path: `${imports}/{import}/faults`,
    access: 'viewer',
    summary: 'Every row with a fault, as a table to download.',
    response: FaultsFile,
    media: 'text/csv',
  }),
  route({
    id: 'getImportDiff',
    method: 'GET',
    path: `${imports}/{import}/diff`,
    access: 'viewer',
    summary: 'What an import adds, changes and removes.',
    response: ImportDiff,
  }),
] as const;
