import { hash } from 'node:crypto';

/**
 * Strong, and of the bytes themselves: campaigns come and go by the clock and by shares of traffic, so no
 * combination of version and parameters says as surely that an answer is the same.
 */
export const computeEtag = (body: Uint8Array): string => `"${hash('sha1', body, 'base64url')}"`;

/** `If-None-Match` compares weakly, and may hold a list or a star. */
export const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean => {
  if (ifNoneMatch === undefined) return false;
  const known = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes('*') || known.includes(etag);
};
