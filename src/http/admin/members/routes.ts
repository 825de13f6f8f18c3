import { Type } from 'typebox';
import { route } from '../contract/route.ts';
import { InvitationLink, Invite, Member, SetRole } from './schema.ts';

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
