import { route } from '../contract/route.ts';
import { AuditPage, AuditQuery } from './schema.ts';

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
] as const;
