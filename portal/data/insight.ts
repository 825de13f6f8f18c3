import { useQuery } from '@tanstack/react-query';
import { api, path } from '../api/client.ts';
import type { Analytics, Answer, SystemState } from '../api/types.ts';
import { under, useChange } from './resource.ts';

export type AnalyticsQuestion = { readonly from: string; readonly to: string; readonly compare: boolean };

export const useAnalytics = (website: string, question: AnalyticsQuestion) =>
  useQuery({
    queryKey: under(website, 'analytics', question),
    queryFn: () => api.get<Analytics>(path('websites', website, 'analytics'), { query: question }),
    placeholderData: (previous) => previous,
  });

export const analyticsFile = (website: string, { from, to }: AnalyticsQuestion): string =>
  `${path('websites', website, 'analytics.csv')}?${new URLSearchParams({ from, to }).toString()}`;

export const useSystem = () =>
  useQuery({
    queryKey: ['system'],
    queryFn: () => api.get<SystemState>(path('system')),
    refetchInterval: 10_000,
  });

/** Asked where a load balancer asks: whether the service answers shops now. */
export const useReady = () =>
  useQuery({
    queryKey: ['system', 'ready'],
    queryFn: async () => {
      const answer = await fetch('/readyz', { cache: 'no-store', credentials: 'omit' });
      // Left unread, it would hold its connection.
      await answer.arrayBuffer();
      return answer.ok;
    },
    refetchInterval: 10_000,
  });

export const useBackups = () =>
  useQuery({
    queryKey: ['system', 'backups'],
    queryFn: () => api.get<Answer<'listBackups'>>(path('system', 'backups')),
    refetchInterval: ({ state }) => (state.data?.some((backup) => backup.state === 'running') ? 1000 : false),
  });

export const useBackUp = () => useChange(() => api.post(path('system', 'backup')), ['system']);
