import { accountHandlers } from './account/handlers.ts';
import { alertHandlers } from './alerts/handlers.ts';
import { analyticsHandlers } from './analytics/handlers.ts';
import { auditHandlers } from './audit/handlers.ts';
import { boxHandlers } from './boxes/handlers.ts';
import { campaignHandlers } from './campaigns/handlers.ts';
import type { routeTable } from './contract/route-table.ts';
import type { HandlersOf } from './core/handler.ts';
import { createDeclarations } from './core/declarations.ts';
import { datasetHandlers } from './datasets/handlers.ts';
import { importHandlers } from './imports/handlers.ts';
import { memberHandlers } from './members/handlers.ts';
import type { AdminNeeds } from './needs.ts';
import { pictureHandlers } from './pictures/handlers.ts';
import { productHandlers } from './products/handlers.ts';
import { sessionHandlers } from './session/handlers.ts';
import { subscriptionHandlers } from './subscriptions/handlers.ts';
import { systemHandlers } from './system/handlers.ts';
import { visitHandlers } from './visits/handlers.ts';
import { websiteHandlers } from './websites/handlers.ts';

type Needs = AdminNeeds & { readonly now: () => number };

/** One handler for each route of the table. */
export const createHandlers = (needs: Needs): HandlersOf<typeof routeTable> => {
  const declarations = createDeclarations(needs.store, needs.largeDeclarations);
  const shared = { ...needs, declarations };
  const traffic = (websiteId: number, boxId: number) =>
    needs.analytics.traffic(websiteId, boxId, new Date(needs.now()));
  return {
    ...sessionHandlers(shared),
    ...accountHandlers(shared),
    ...websiteHandlers(shared),
    ...datasetHandlers(shared),
    ...importHandlers(shared),
    ...productHandlers(shared),
    ...pictureHandlers(shared),
    ...boxHandlers({ ...shared, traffic }),
    ...campaignHandlers(shared),
    ...subscriptionHandlers(shared),
    ...memberHandlers(shared),
    ...visitHandlers(shared),
    ...auditHandlers(shared),
    ...analyticsHandlers(shared),
    ...alertHandlers(shared),
    ...systemHandlers(shared),
  };
};
