import { createCipheriv } from 'node:crypto';

const [key, nonce] = [Buffer.alloc(16), Buffer.alloc(12)];

/**
 * A strong tag over the bytes: campaigns depend on the time and on shares of traffic, so version and parameters
 * together do not prove that two answers are equal. It is the tag that AES-GCM makes of data: 128 bits, for which processors
 * have instructions. SHA-256 of the 12 kB of an image search took 35 µs, a tenth of the whole answer; this takes 7 µs. Nobody
 * gains by making two answers with one tag, so that the key is known to everybody does not matter.
 */
export const computeEtag = (body: Uint8Array): string => {
  const cipher = createCipheriv('aes-128-gcm', key, nonce).setAAD(body);
  cipher.final();
  return `"${cipher.getAuthTag().toString('base64url')}"`;
};

/** `If-None-Match` uses weak comparison and may be a list or `*`. */
export const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean => {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
};
