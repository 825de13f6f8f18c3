import { useQuery } from '@tanstack/react-query';
import { addressOf, api, withQuery } from '../api/client.ts';
import { websiteKey } from './resource.ts';

export type AnalyticsRequest = {
  readonly from: string;
  readonly to: string;
  readonly compare: boolean;
  readonly step: 'hour' | 'day';
  /** Left out: all boxes. */
  readonly box?: string;
};

export type AnalyticsTable = 'hours' | 'boxes' | 'campaigns' | 'terms' | 'products';

export const useAnalytics = (website: string, request: AnalyticsRequest) =>
  useQuery({
    queryKey: websiteKey(website, 'analytics', request),
    queryFn: () => api.get('/admin/websites/{website}/analytics', { params: { website }, query: request }),
    placeholderData: (previous) => previous,
  });

export const analyticsCsvAddress = (
  website: string,
  { from, to, box }: AnalyticsRequest,
  what: AnalyticsTable,
): string =>
  withQuery(addressOf('/admin/websites/{website}/analytics.csv', { website }), { from, to, box, what });
