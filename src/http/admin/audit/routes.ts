import { Type } from 'typebox';
import { NullableText } from '../../schema/schema-helpers.ts';
import { Component, Count, Instant, Page } from '../contract/field-schemas.ts';
import { route } from '../contract/route.ts';

const AuditEntry = Component('AuditEntry', {
  sequence: Count(),
  at: Instant(),
  actor: Type.String(),
  address: NullableText('Network address of the actor.'),
  action: Type.String(),
  subject: Type.String(),
  before: Type.Unknown(),
  after: Type.Unknown(),
});

const AuditPage = Component('AuditPage', {
  entries: Type.Array(AuditEntry),
  count: Count(),
  page: Count(),
  pageSize: Count(),
});

const part = (description: string) => Type.Optional(Type.String({ maxLength: 200, description }));

const filters = {
  actor: part('Part of the name of who did it.'),
  subject: part('Part of the name of what was changed.'),
};

const AuditQuery = Type.Object({ page: Page, ...filters });

const AuditFileQuery = Type.Object(filters);

const AuditTable = Type.String({
  description: 'sequence, at, actor, address, action, subject, and before and after as JSON.',
});

const AuditLines = Type.String({ description: 'Each line is an `AuditEntry`.' });

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
