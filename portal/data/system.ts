import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { useInvalidatingMutation } from './resource.ts';

export const useSystem = () =>
  useQuery({
    queryKey: ['system'],
    queryFn: () => api.get('/admin/system'),
    refetchInterval: 10_000,
  });

/** Readiness, from the endpoint that a load balancer uses. */
export const useReady = () =>
  useQuery({
    queryKey: ['system', 'ready'],
    queryFn: async () => {
      const answer = await fetch('/readyz', { cache: 'no-store', credentials: 'omit' });
      // An unread body would keep the connection open.
      await answer.arrayBuffer();
      return answer.ok;
    },
    refetchInterval: 10_000,
  });

export const useBackups = () =>
  useQuery({
    queryKey: ['system', 'backups'],
    queryFn: () => api.get('/admin/system/backups'),
    refetchInterval: ({ state }) => (state.data?.some((backup) => backup.state === 'running') ? 1000 : false),
  });

export const useBackUp = () => useInvalidatingMutation(() => api.post('/admin/system/backup'), ['system']);
