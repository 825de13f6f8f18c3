import { api, path } from '../api/client.ts';
import type { ResponseBody, Invitation } from '../api/types.ts';

export type Credentials = { readonly email: string; readonly password: string; readonly code?: string };

export const signIn = (credentials: Credentials): Promise<void> => api.post(path('session'), credentials);

export const checkSetupToken = (token: string): Promise<{ valid: boolean }> => api.get(path('setup', token));

export const setUp = (body: {
  token: string;
  email: string;
  password: string;
}): Promise<ResponseBody<'setUp'>> => api.post(path('setup'), body);

export const fetchInvitation = (token: string): Promise<Invitation> => api.get(path('invitations', token));

export const acceptInvitation = (
  token: string,
  password: string,
): Promise<ResponseBody<'acceptInvitation'>> => api.post(path('invitations', token), { password });

/** An account with two-factor sign-in still has to sign in. */
export const enterAfterSetUp = ({ signedIn }: { signedIn: boolean }): void =>
  enterPortal(signedIn ? undefined : '/portal/sign-in');

/** A full page load, so that nothing of the signed-out state is kept. */
export const enterPortal = (next = '/portal/'): void => window.location.assign(next);
