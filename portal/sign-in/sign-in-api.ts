import { toShortName } from '../components/forms/short-name.ts';
import { api } from '../api/client.ts';
import type { RequestBody } from '../api/types.ts';

export type Credentials = RequestBody<'signIn'>;

export const signIn = (credentials: Credentials) => api.post('/admin/session', { body: credentials });

export const checkSetupNeed = () => api.get('/admin/setup');

export const checkSetupToken = (token: string) => api.get('/admin/setup/{token}', { params: { token } });

export const setUp = (body: RequestBody<'setUp'>) => api.post('/admin/setup', { body });

/** The first shop, and the address of its page. A name without a usable letter has a form of its own, after signing in. */
export const createFirstShop = async (displayName: string, language: string): Promise<string> => {
  const name = toShortName(displayName);
  if (name === '') return '/portal/';
  return api.post('/admin/websites', { body: { name, displayName, language } }).then(
    () => `/portal/${name}`,
    () => '/portal/',
  );
};

export const fetchInvitation = (token: string) =>
  api.get('/admin/invitations/{token}', { params: { token } });

export const acceptInvitation = (token: string, body: RequestBody<'acceptInvitation'>) =>
  api.post('/admin/invitations/{token}', { params: { token }, body });

/** An account with two-factor sign-in still has to sign in. */
export const enterAfterSetUp = ({ signedIn }: { signedIn: boolean }): void =>
  enterPortal(signedIn ? undefined : '/portal/sign-in');

/** A full page load, so that nothing of the signed-out state is kept. */
export const enterPortal = (next = '/portal/'): void => window.location.assign(next);
