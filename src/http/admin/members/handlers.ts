import type { Website } from '../../../domain/website.ts';
import type { Store } from '../../../store/store.ts';
import type { HandlersOf } from '../core/handler.ts';
import { requireFound } from '../core/item-checks.ts';
import type { memberRoutes } from './routes.ts';

type Needs = { readonly store: Pick<Store, 'operators' | 'accounts'> };

export const memberHandlers = ({ store }: Needs): HandlersOf<typeof memberRoutes> => {
  const { operators, accounts } = store;

  const lastSeen = (operatorId: number): string | null =>
    accounts
      .sessions(operatorId)
      .map(({ lastSeenAt }) => lastSeenAt)
      .sort()
      .at(-1) ?? null;

  const members = ({ id }: Website) => [
    ...operators.list(id).map(({ email, role, operatorId }) => ({
      email,
      role,
      invited: false,
      lastSeenAt: lastSeen(operatorId),
    })),
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
      return requireFound(
        'member',
        members(website).find((member) => member.email === email),
      );
    },
    removeMember: ({ website, actor, params }) => operators.remove(website.id, actor, params.email),
  };
};
