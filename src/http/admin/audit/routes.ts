import { route } from '../contract/route.ts';
import { AuditFileQuery, AuditLines, AuditPage, AuditQuery, AuditTable } from './schema.ts';

export const auditRoutes = [
  route({
    id: 'listAudit',
    method: 'GET',
    path: '/admin/websites/{website}/audit',
    access: 'owner',
    summary: 'Who changed what, newest first.',
    query: AuditQuery,
    response: AuditPage,
  }),
  route({
    id: 'getAuditTable',
    method: 'GET',
    path: '/admin/websites/{website}/audit.csv',
    access: 'owner',
    summary: 'The whole audit as a table to download, newest first.',
    query: AuditFileQuery,
    response: AuditTable,
    media: 'text/csv',
  }),
  route({
    id: 'getAuditLines',
    method: 'GET',
    path: '/admin/websites/{website}/audit.ndjson',
    access: 'owner',
    summary: 'The whole audit, one entry as JSON in each line, newest first.',
    query: AuditFileQuery,
    response: AuditLines,
    media: 'application/x-ndjson',
  }),
] as const;
