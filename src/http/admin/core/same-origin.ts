import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '../../../domain/loopback.ts';
import { Fault } from '../../../errors.ts';

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
