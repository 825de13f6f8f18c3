import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { hasStatus } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import type { Session } from '../api/types.ts';

/** null when nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<Session | null> => {
    try {
      return await api.get('/admin/session');
    } catch (error) {
      if (hasStatus(error, 401)) return null;
      throw error;
    }
  },
  staleTime: 60_000,
});

export const useSession = () => useQuery(sessionQuery);

/** A full page load, so that the next operator sees nothing of the previous one. */
export const useSignOut = () =>
  useMutation({
    mutationFn: () => api.remove('/admin/session'),
    onSuccess: () => window.location.assign('/portal/sign-in'),
  });

export const useChangePassword = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { current: string; password: string }) => api.post('/admin/password', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
};

export const useTotp = () => {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  return {
    begin: useMutation({
      mutationFn: (password: string) => api.post('/admin/totp', { body: { password } }),
    }),
    confirm: useMutation({
      mutationFn: (code: string) => api.put('/admin/totp', { body: { code } }),
      onSuccess: refresh,
    }),
    remove: useMutation({
      mutationFn: (password: string) => api.remove('/admin/totp', { body: { password } }),
      onSuccess: refresh,
    }),
  };
};

export const useSessions = () =>
  useQuery({
    queryKey: ['sessions'],
    queryFn: () => api.get('/admin/sessions'),
  });

export const useEndSession = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly string[]) =>
      Promise.all(ids.map((session) => api.remove('/admin/sessions/{session}', { params: { session } }))),
    onSuccess: () => client.invalidateQueries({ queryKey: ['sessions'] }),
  });
};

export const useTokens = () => useQuery({ queryKey: ['tokens'], queryFn: () => api.get('/admin/tokens') });

export const useChangeTokens = () => {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: ['tokens'] });
  return {
    create: useMutation({
      mutationFn: (body: { name: string; password: string }) => api.post('/admin/tokens', { body }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: string) => api.remove('/admin/tokens/{token}', { params: { token: id } }),
      onSuccess,
    }),
  };
};
