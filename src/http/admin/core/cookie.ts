/** `__Host-`: browsers accept it only for this host, over HTTPS and with path `/`. */
export const cookieName = '__Host-kindred';

const attributes = 'Path=/; HttpOnly; Secure; SameSite=Lax';

/** No expiry date: it ends with the browser session, or earlier when the service ends the session. */
export const sessionCookie = (token: string): string => `${cookieName}=${token}; ${attributes}`;

export const expiredCookie = `${cookieName}=; ${attributes}; Max-Age=0`;

export const readSessionToken = (header: string | undefined): string | null => {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (pair.slice(0, at).trim() === cookieName) return pair.slice(at + 1).trim();
  }
  return null;
};
