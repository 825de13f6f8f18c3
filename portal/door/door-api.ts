import { api, path } from '../api/client.ts';
import type { Invitation } from '../api/types.ts';

export type Credentials = { readonly email: string; readonly password: string; readonly code?: string };

export const signIn = (credentials: Credentials): Promise<void> => api.post(path('session'), credentials);

export const setupToken = (token: string): Promise<{ valid: boolean }> => api.get(path('setup', token));

export const setUp = (body: { token: string; email: string; password: string }): Promise<void> =>
  api.post(path('setup'), body);

export const invitation = (token: string): Promise<Invitation> => api.get(path('invitations', token));

export const acceptInvitation = (token: string, password: string): Promise<void> =>
  api.post(path('invitations', token), { password });

/** A full load: the portal starts fresh, with whoever is signed in now. */
export const enter = (next = '/portal/'): void => window.location.assign(next);
