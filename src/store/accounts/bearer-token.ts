import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits that open a door: a session, a link, an operator's token. Told once, kept as a hash. */
export const makeBearerToken = (prefix = ''): string => `${prefix}${randomBytes(32).toString('base64url')}`;

/** Unkeyed and fast on purpose: there is nothing to guess in 256 random bits. */
export const hashBearerToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Names a session or token in lists; no credential. */
export const makeId = (): string => randomBytes(9).toString('base64url');
