import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '../../../domain/loopback.ts';
import type { Operator } from '../../../domain/operator.ts';
import { Fault } from '../../../errors.ts';
import type { Store } from '../../../store/store.ts';

/** The signed-in operator, and the session if there is one. */
export type Principal = {
  readonly operator: Operator;
  /** null for a script with a bearer token. */
  readonly session: { readonly id: string; readonly expiresAt: string } | null;
};

type Accounts = Pick<Store['accounts'], 'bySession' | 'byToken'>;

/** A bearer token takes precedence over a cookie. */
export const findPrincipal = async (
  accounts: Accounts,
  headers: IncomingHttpHeaders,
): Promise<Principal | null> => {
  const bearer = readBearerToken(headers.authorization);
  if (bearer !== null) {
    const account = await accounts.byToken(bearer);
    return account && { operator: account.operator, session: null };
  }
  const token = readSessionToken(headers.cookie);
  const account = token === null ? null : await accounts.bySession(token);
  return account && { operator: account.operator, session: account.session };
};

const readBearerToken = (header: string | undefined): string | null => {
  const [, token] = /^Bearer +(\S+)$/i.exec(header ?? '') ?? [];
  return token ?? null;
};

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

/**
 * Protection against cross-site request forgery. A browser sends the cookie with requests of any page, so a request
 * that changes something must come from our own origin: by `Origin`, or by `Sec-Fetch-Site` where a browser leaves
 * `Origin` out. `withoutOrigin` decides about requests with neither header, which no browser sends: a script may
 * sign in, but may not use a cookie for changes.
 */
export const requireSameOrigin = (
  headers: IncomingHttpHeaders,
  publicUrl: string | null,
  withoutOrigin: 'allowed' | 'refused',
): void => {
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin !== undefined && parseHost(origin) === ownHost(headers, publicUrl)) return;
  if (origin === undefined && site === 'same-origin') return;
  if (origin === undefined && site === undefined && withoutOrigin === 'allowed') return;
  throw new Fault('not-allowed', 'This request does not come from the portal itself.', {
    nextStep: 'Use the portal; a script signs in with a token (Authorization: Bearer).',
    reason: { reason: 'not-our-page' },
  });
};

/**
 * Browsers keep the session cookie only over HTTPS or on localhost. Without this check a sign-in would seem to work
 * and then be lost.
 */
export const requireSecureOrigin = ({ origin }: IncomingHttpHeaders): void => {
  if (
    origin === undefined ||
    !origin.startsWith('http://') ||
    isLoopback(parseHost(origin)?.replace(/:\d+$/, '') ?? '')
  )
    return;
  throw new Fault('bad-input', 'The portal is open without HTTPS, and a browser keeps no session that way.', {
    nextStep: 'Put HTTPS in front of the service, or open the portal on the machine it runs on.',
    reason: { reason: 'needs-https' },
  });
};

/** The public URL decides where it is set: a Host header is written by the sender. */
const ownHost = ({ host }: IncomingHttpHeaders, publicUrl: string | null): string | undefined =>
  publicUrl === null ? host?.toLowerCase() : new URL(publicUrl).host;

/** null for the origin `null` (a sandboxed page, a file), which has no host. */
const parseHost = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null);
