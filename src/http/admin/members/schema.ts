import { Type } from 'typebox';
import { Nullable } from '../../schema/schema-helpers.ts';
import { ClosedComponent, Component, Email, Instant } from '../contract/field-schemas.ts';
import { Role } from '../session/schema.ts';

export const Member = Component('Member', {
  email: Type.String(),
  role: Role,
  invited: Type.Boolean({ description: 'Whether the invitation has not been accepted yet.' }),
  lastSeenAt: Nullable(Instant()),
});

export const Invite = ClosedComponent('Invite', { email: Email, role: Role });

export const InvitationLink = Component('InvitationLink', {
  invitation: Type.String({ description: 'The link to hand over; it works once.' }),
  expiresAt: Instant(),
});

export const SetRole = ClosedComponent('SetRole', { role: Role });
