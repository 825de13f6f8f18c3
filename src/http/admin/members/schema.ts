import { Type } from 'typebox';
import { Nullable } from '../../schema/schema-helpers.ts';
import { closedObject, Email, Instant } from '../contract/field-schemas.ts';
import { Role } from '../session/schema.ts';

export const Member = Type.Object(
  {
    email: Type.String(),
    role: Role,
    invited: Type.Boolean({ description: 'Whether the invitation has not been accepted yet.' }),
    lastSeenAt: Nullable(Instant()),
  },
  { title: 'Member' },
);

export const Invite = Type.Object({ email: Email, role: Role }, { ...closedObject, title: 'Invite' });

export const InvitationLink = Type.Object(
  {
    invitation: Type.String({ description: 'The link to hand over; it works once.' }),
    expiresAt: Instant(),
  },
  { title: 'InvitationLink' },
);

export const SetRole = Type.Object({ role: Role }, { ...closedObject, title: 'SetRole' });
