import { Type } from 'typebox';
import { route } from '../contract/route.ts';
import {
  FaultPage,
  FaultQuery,
  FaultsFile,
  ImportDiff,
  ImportProgress,
  ImportSummary,
  StartImport,
} from './schema.ts';

const imports = '/admin/websites/{website}/datasets/{dataset}/imports';

export const importRoutes = [
  route('startImport', 'POST', imports, 'merchandiser', {
    summary: 'Start an import from the source of the dataset, or from an uploaded file.',
    body: StartImport,
    upload: 'feed',
    response: ImportSummary,
    status: 202,
  }),
  route('listImports', 'GET', imports, 'viewer', {
    summary: 'The imports of a dataset, newest first.',
    response: Type.Array(ImportSummary),
  }),
  route('getImport', 'GET', `${imports}/{import}`, 'viewer', {
    summary: 'One import.',
    response: ImportSummary,
  }),
  route('followImport', 'GET', `${imports}/{import}/events`, 'viewer', {
    summary: 'Follow an import as it runs: server-sent events, the last one when it has ended.',
    response: ImportProgress,
    media: 'text/event-stream',
  }),
  route('cancelImport', 'POST', `${imports}/{import}/cancel`, 'merchandiser', {
    summary: 'Stop an import. The live version stays.',
    response: null,
  }),
  route('approveImport', 'POST', `${imports}/{import}/approve`, 'merchandiser', {
    summary: 'Publish an import that waits for approval.',
    response: ImportSummary,
    status: 202,
  }),
  route('getImportFaults', 'GET', `${imports}/{import}/faults`, 'viewer', {
    summary: 'Every row with a fault, as a table to download.',
    response: FaultsFile,
    media: 'text/csv',
  }),
  route('listImportFaults', 'GET', `${imports}/{import}/fault-rows`, 'viewer', {
    summary: 'Rows with a fault, page by page, in the order of the feed.',
    query: FaultQuery,
    response: FaultPage,
  }),
  route('getImportDiff', 'GET', `${imports}/{import}/diff`, 'viewer', {
    summary: 'What an import adds, changes and removes.',
    response: ImportDiff,
  }),
] as const;
