import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
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

/** null: nothing is asked for. */
export const useAnalytics = (website: string, request: AnalyticsRequest | null) =>
  useQuery({
    queryKey: websiteKey(website, 'analytics', request),
    queryFn: () =>
      api.get('/admin/websites/{website}/analytics', { params: { website }, query: request ?? {} }),
    enabled: request !== null,
    placeholderData: (previous) => previous,
  });

const monthMs = 30 * 86_400_000;

const useMonth = (website: string) => {
  const [request] = useState(() => ({
    from: new Date(Date.now() - monthMs).toISOString(),
    to: new Date().toISOString(),
    compare: false,
    step: 'day' as const,
  }));
  return useAnalytics(website, request).data;
};

/** What shoppers searched for in the last thirty days, most often first. */
export const useTopTerms = (website: string): string[] =>
  useMonth(website)?.top.patterns.map(({ text }) => text) ?? [];

export const useTopTerm = (website: string): string | null => useTopTerms(website)[0] ?? null;

/** Lists with a click in the last thirty days, by the campaigns that changed them; null for one that changed none. */
export const useCampaignClicks = (website: string): ((ruleId: number) => number | null) => {
  const campaigns = useMonth(website)?.campaigns;
  return (ruleId) => campaigns?.find((each) => each.ruleId === ruleId)?.clicks ?? null;
};

export const analyticsCsvAddress = (
  website: string,
  { from, to, box }: AnalyticsRequest,
  what: AnalyticsTable,
): string =>
  withQuery(addressOf('/admin/websites/{website}/analytics.csv', { website }), { from, to, box, what });
