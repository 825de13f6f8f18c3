import { route } from '../contract/route.ts';
import { AuditFileQuery, AuditLines, AuditPage, AuditQuery, AuditTable } from './schema.ts';

export const auditRoutes = [
  route('listAudit', 'GET', '/admin/websites/{website}/audit', 'owner', {
    summary: 'Who changed what, newest first.',
    query: AuditQuery,
    response: AuditPage,
  }),
  route('getAuditTable', 'GET', '/admin/websites/{website}/audit.csv', 'owner', {
    summary: 'The whole audit as a table to download, newest first.',
    query: AuditFileQuery,
    response: AuditTable,
    media: 'text/csv',
  }),
  route('getAuditLines', 'GET', '/admin/websites/{website}/audit.ndjson', 'owner', {
    summary: 'The whole audit, one entry as JSON in each line, newest first.',
    query: AuditFileQuery,
    response: AuditLines,
    media: 'application/x-ndjson',
  }),
] as const;
