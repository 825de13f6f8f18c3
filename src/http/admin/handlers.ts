import { accountHandlers, sessionHandlers } from './session/handlers.ts';
import { alertHandlers } from './alerts/handlers.ts';
import { analyticsHandlers } from './analytics/handlers.ts';
import { auditHandlers } from './audit/handlers.ts';
import { boxHandlers } from './boxes/handlers.ts';
import { campaignHandlers } from './campaigns/handlers.ts';
import type { routeTable } from './route-table.ts';
import { createDeclarations } from './core/declarations.ts';
import type { HandlersOf } from './core/handler.ts';
import { datasetHandlers } from './datasets/handlers.ts';
import { importHandlers, pictureHandlers } from './imports/handlers.ts';
import { memberHandlers, visitHandlers } from './members/handlers.ts';
import type { AdminContext, SharedNeeds } from './core/needs.ts';
import { productHandlers } from './products/handlers.ts';
import { subscriptionHandlers } from './subscriptions/handlers.ts';
import { systemHandlers, type SystemNeeds } from './system/handlers.ts';
import { websiteHandlers } from './websites/handlers.ts';

export type AdminNeeds = SharedNeeds & SystemNeeds;

export const createHandlers = (given: AdminNeeds & AdminContext): HandlersOf<typeof routeTable> => {
  const needs = { ...given, declarations: createDeclarations(given) };
  return {
    ...sessionHandlers(needs),
    ...accountHandlers(needs),
    ...websiteHandlers(needs),
    ...datasetHandlers(needs),
    ...importHandlers(needs),
    ...productHandlers(needs),
    ...pictureHandlers(needs),
    ...boxHandlers(needs),
    ...campaignHandlers(needs),
    ...subscriptionHandlers(needs),
    ...memberHandlers(needs),
    ...visitHandlers(needs),
    ...auditHandlers(needs),
    ...analyticsHandlers(needs),
    ...alertHandlers(needs),
    ...systemHandlers(needs),
  };
};
