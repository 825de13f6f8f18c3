import type { Person } from './open-shop.ts';

export type AdminClient = (method: string, path: string, body?: object) => Promise<unknown>;

/** The admin API as the portal speaks to it: by cookie, from its own origin. */
export const createAdminClient = async (url: string, { email, password }: Person): Promise<AdminClient> => {
  const signedIn = await fetch(`${url}/admin/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password }),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  return async (method, path, body) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${url}/admin/${path}`, {
      method,
      headers: { cookie, origin: url, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? null : (JSON.parse(text) as unknown);
  };
};
