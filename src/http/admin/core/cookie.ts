/** The prefix binds it to this host, to HTTPS and to the whole path: browsers refuse it otherwise. */
export const cookieName = '__Host-kindred';

const attributes = 'Path=/; HttpOnly; Secure; SameSite=Lax';

/** Without a date: it goes when the browser does, and at the latest when the service ends the session. */
export const sessionCookie = (token: string): string => `${cookieName}=${token}; ${attributes}`;

export const expiredCookie = `${cookieName}=; ${attributes}; Max-Age=0`;

export const readSessionToken = (header: string | undefined): string | null => {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (pair.slice(0, at).trim() === cookieName) return pair.slice(at + 1).trim();
  }
  return null;
};
