import { hash } from 'node:crypto';

/** 128 bits of the digest in base64url. */
const tagLength = 22;

/**
 * A strong tag over the bytes: campaigns depend on the time and on shares of traffic, so version and parameters
 * together do not prove that two answers are equal.
 */
export const computeEtag = (body: Uint8Array): string =>
  `"${hash('sha256', body, 'base64url').slice(0, tagLength)}"`;

/** `If-None-Match` uses weak comparison and may be a list or `*`. */
export const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean => {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
};
