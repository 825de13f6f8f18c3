import { Type } from 'typebox';
import { NullableText } from '../../schema/schema-helpers.ts';
import { Component, Count, Instant, Page } from '../contract/field-schemas.ts';

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

export const AuditPage = Component('AuditPage', {
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

export const AuditQuery = Type.Object({ page: Page, ...filters });

export const AuditFileQuery = Type.Object(filters);

export const AuditTable = Type.String({
  description: 'sequence, at, actor, address, action, subject, and before and after as JSON.',
});

export const AuditLines = Type.String({ description: 'Each line is an `AuditEntry`.' });
