import type { Website } from '../../../domain/website.ts';
import type { HandlersOf } from '../core/handler.ts';
import { requireFound } from '../core/item-checks.ts';
import type { HandlerNeeds } from '../core/needs.ts';
import type { memberRoutes, visitRoutes } from './routes.ts';
import { Fault } from '../../../errors.ts';
import { confirmPassword } from '../session/handlers.ts';
import { noSuchWebsite } from '../core/admission.ts';

export const memberHandlers = ({
  store: { operators, accounts },
}: HandlerNeeds): HandlersOf<typeof memberRoutes> => {
  const lastSeen = (operatorId: number): string | null => {
    const seen = accounts.sessions(operatorId).map(({ lastSeenAt }) => lastSeenAt);
    return seen.sort().at(-1) ?? null;
  };
  const members = ({ id }: Website) => [
    ...operators.list(id).map(({ email, role, operatorId }) => {
      return { email, role, invited: false, lastSeenAt: lastSeen(operatorId) };
    }),
    ...operators.invitations(id).map(({ email, role }) => ({ email, role, invited: true, lastSeenAt: null })),
  ];
  return {
    listMembers: ({ website }) => members(website),
    inviteMember: async ({ website, actor, body, baseUrl }) => {
      const { token, expiresAt } = await operators.invite(website.id, actor, body.email, body.role);
      return { invitation: `${baseUrl}/portal/invitation/${token}`, expiresAt };
    },
    setMemberRole: async ({ website, actor, params, body }) => {
      const { email } = await operators.setRole(website.id, actor, params.email, body.role);
      const member = members(website).find((each) => each.email === email);
      return requireFound('member', member);
    },
    removeMember: ({ website, actor, params }) => operators.remove(website.id, actor, params.email),
  };
};

export const visitHandlers = ({
  store: { accounts, visits, websites },
}: HandlerNeeds): HandlersOf<typeof visitRoutes> => {
  const findWebsite = (name: string): Website => {
    const website = websites.byName(name);
    if (website === null) throw noSuchWebsite();
    return website;
  };
  return {
    enterWebsite: async ({ params, principal: { operator }, actor, from, body }) => {
      const { id } = findWebsite(params.website);
      await confirmPassword(accounts, operator.id, body.password, from);
      const membership = accounts.memberships(operator.id).find(({ websiteId }) => websiteId === id);
      if (membership?.role === 'owner') throw ownerAlready();
      const { until, reason } = await visits.start(id, actor, operator.id, body.reason.trim());
      return { until, reason };
    },
    leaveWebsite: ({ params, principal: { operator }, actor }) =>
      visits.end(findWebsite(params.website).id, actor, operator.id),
  };
};

const ownerAlready = (): Fault =>
  new Fault('conflict', 'You are an owner of this website already.', {
    nextStep: 'Open it: there is nothing to enter.',
  });
