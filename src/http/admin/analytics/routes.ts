import { route } from '../contract/route.ts';
import { Analytics, AnalyticsFile, AnalyticsFileQuery, AnalyticsQuery } from './schema.ts';

export const analyticsRoutes = [
  route('getAnalytics', 'GET', '/admin/websites/{website}/analytics', 'viewer', {
    summary: 'How the boxes are used. The default period is the last seven days.',
    query: AnalyticsQuery,
    response: Analytics,
  }),
  route('getAnalyticsFile', 'GET', '/admin/websites/{website}/analytics.csv', 'viewer', {
    summary: 'The same as tables to download: hours, boxes, campaigns, search terms, products.',
    query: AnalyticsFileQuery,
    response: AnalyticsFile,
    media: 'text/csv',
  }),
] as const;
