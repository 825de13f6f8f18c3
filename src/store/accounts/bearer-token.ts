import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits: the credential of a session, a link or an operator's token. Shown once, stored as a hash. */
export const makeBearerToken = (prefix = ''): string => `${prefix}${randomBytes(32).toString('base64url')}`;

/** A plain fast hash is enough: 256 random bits cannot be guessed. */
export const hashBearerToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Identifies a session or token in lists; not a credential. */
export const makeId = (): string => randomBytes(9).toString('base64url');
