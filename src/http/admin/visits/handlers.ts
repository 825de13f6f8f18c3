import type { Website } from '../../../domain/website.ts';
import { Fault } from '../../../errors.ts';
import { confirmPassword } from '../account/handlers.ts';
import { noSuchWebsite } from '../core/admission.ts';
import type { HandlersOf } from '../core/handler.ts';
import type { HandlerNeeds } from '../core/needs.ts';
import type { visitRoutes } from './routes.ts';

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
