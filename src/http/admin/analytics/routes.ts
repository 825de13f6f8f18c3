import { route } from '../contract/route.ts';
import { Analytics, AnalyticsFile, AnalyticsFileQuery, AnalyticsQuery } from './schema.ts';

export const analyticsRoutes = [
  route({
    id: 'getAnalytics',
    method: 'GET',
    path: '/admin/websites/{website}/analytics',
    access: 'viewer',
    summary: 'How the boxes are used. The default period is the last seven days.',
    query: AnalyticsQuery,
    response: Analytics,
  }),
  route({
    id: 'getAnalyticsFile',
    method: 'GET',
    path: '/admin/websites/{website}/analytics.csv',
    access: 'viewer',
    summary: 'The same as tables to download: hours, boxes, campaigns, search terms, products.',
    query: AnalyticsFileQuery,
    response: AnalyticsFile,
    media: 'text/csv',
  }),
] as const;
