import { accountRoutes, sessionRoutes } from './session/routes.ts';
import { alertRoutes } from './alerts/routes.ts';
import { analyticsRoutes } from './analytics/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { boxRoutes } from './boxes/routes.ts';
import { campaignRoutes } from './campaigns/routes.ts';
import { datasetRoutes } from './datasets/routes.ts';
import { importRoutes, pictureRoutes } from './imports/routes.ts';
import { memberRoutes, visitRoutes } from './members/routes.ts';
import { productRoutes } from './products/routes.ts';
import { subscriptionRoutes } from './subscriptions/routes.ts';
import { systemRoutes } from './system/routes.ts';
import { websiteRoutes } from './websites/routes.ts';

/** Every route of the admin API: served, documented and tested from this table. */
export const routeTable = [
  ...sessionRoutes,
  ...accountRoutes,
  ...websiteRoutes,
  ...datasetRoutes,
  ...importRoutes,
  ...productRoutes,
  ...pictureRoutes,
  ...boxRoutes,
  ...campaignRoutes,
  ...subscriptionRoutes,
  ...memberRoutes,
  ...visitRoutes,
  ...auditRoutes,
  ...analyticsRoutes,
  ...alertRoutes,
  ...systemRoutes,
] as const;

export type AdminRoute = (typeof routeTable)[number];
