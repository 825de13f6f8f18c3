import { useQuery } from '@tanstack/react-query';
import { api, path } from '../api/client.ts';
import type { Analytics } from '../api/types.ts';
import { websiteKey } from './resource.ts';

export type AnalyticsRequest = { readonly from: string; readonly to: string; readonly compare: boolean };

export const useAnalytics = (website: string, request: AnalyticsRequest) =>
  useQuery({
    queryKey: websiteKey(website, 'analytics', request),
    queryFn: () => api.get<Analytics>(path('websites', website, 'analytics'), { query: request }),
    placeholderData: (previous) => previous,
  });

export const analyticsCsvAddress = (website: string, { from, to }: AnalyticsRequest): string =>
  `${path('websites', website, 'analytics.csv')}?${new URLSearchParams({ from, to }).toString()}`;
