import { Type } from 'typebox';
import { Nullable } from '../../schema/schema-helpers.ts';
import { ClosedComponent, Component, Email, Instant, Password } from '../contract/field-schemas.ts';
import { route } from '../contract/route.ts';
import { Role } from '../session/routes.ts';

const Member = Component('Member', {
  email: Type.String(),
  role: Role,
  invited: Type.Boolean({ description: 'Whether the invitation has not been accepted yet.' }),
  lastSeenAt: Nullable(Instant()),
});

const Invite = ClosedComponent('Invite', { email: Email, role: Role });

const InvitationLink = Component('InvitationLink', {
  invitation: Type.String({ description: 'The link to hand over; it works once.' }),
  expiresAt: Instant(),
});

const SetRole = ClosedComponent('SetRole', { role: Role });

const members = '/admin/websites/{website}/members';
const member = `${members}/{email}` as const;

export const memberRoutes = [
  route('listMembers', 'GET', members, 'viewer', {
    summary: 'Who works on this website, and who is invited to.',
    response: Type.Array(Member),
  }),
  route('inviteMember', 'POST', members, 'owner', {
    summary: 'Invite somebody by a link.',
    body: Invite,
    response: InvitationLink,
    status: 201,
  }),
  route('setMemberRole', 'PUT', member, 'owner', {
    summary: 'Change the role of a member. The last owner stays owner.',
    body: SetRole,
    response: Member,
  }),
  route('removeMember', 'DELETE', member, 'owner', {
    summary: 'Remove a member or an invitation. The last owner cannot be removed.',
    response: null,
  }),
] as const;

const EnterWebsite = ClosedComponent('EnterWebsite', {
  reason: Type.String({
    minLength: 3,
    maxLength: 300,
    pattern: '\\S',
    description: 'Why; owners of the website read it in their audit log.',
  }),
  password: Password,
});

const Visit = Component('Visit', {
  until: Instant('Until when the administrator has the rights of an owner.'),
  reason: Type.String(),
});

const path = '/admin/websites/{website}/visit';

export const visitRoutes = [
  route('enterWebsite', 'POST', path, 'administrator', {
    summary:
      'Enter a website as an administrator: for an hour the rights of an owner, after the password was given again. Its audit log says who, when, why and until when.',
    body: EnterWebsite,
    response: Visit,
    status: 201,
  }),
  route('leaveWebsite', 'DELETE', path, 'administrator', {
    summary: 'Leave a website that was entered, before the time is over.',
    response: null,
  }),
] as const;
