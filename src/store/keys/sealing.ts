import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { Fault } from '../../errors.ts';

/**
 * What may be done with the master key; the key itself never leaves. Each use has a derived key of its
 * own, so that nothing learnt from one helps with the other.
 */
export interface Secrets {
  /** Keyed hash: finds a key without storing it. */
  lookUp(clear: string): Buffer;
  /** Encrypted and authenticated. `purpose` is bound in: what was sealed for one place opens nowhere else. */
  seal(purpose: string, clear: string): string;
  /** Throws `corrupted` for another purpose, another master key, or a changed byte. */
  open(purpose: string, sealed: string): string;
}

const format = {
  version: 'v1',
  nonceBytes: 12,
  tagBytes: 16,
} as const;

export const secretsOf = (master: Buffer): Secrets => {
  const lookUpKey = derive(master, 'kindred look-up');
  const sealKey = derive(master, 'kindred seal');
  return {
    lookUp: (clear) => createHmac('sha256', lookUpKey).update(clear).digest(),
    seal: (purpose, clear) => seal(sealKey, purpose, clear),
    open: (purpose, sealed) => open(sealKey, purpose, sealed),
  };
};

/** Tells which master key a database was written with, and nothing about it. */
export const markOf = (secrets: Secrets): string => secrets.lookUp('kindred').toString('hex');

const derive = (master: Buffer, use: string): Buffer => {
  return Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), use, 32));
};

const seal = (key: Buffer, purpose: string, clear: string): string => {
  const nonce = randomBytes(format.nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(clear, 'utf8'), cipher.final()]);
  return `${format.version}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
};

const open = (key: Buffer, purpose: string, sealed: string): string => {
  try {
    const [version, text] = sealed.split('.');
    if (version !== format.version || text === undefined) throw new Error('unknown format');
    const bytes = Buffer.from(text, 'base64url');
    const bodyAt = format.nonceBytes + format.tagBytes;
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, format.nonceBytes), {
      authTagLength: format.tagBytes,
    });
    decipher.setAAD(Buffer.from(purpose));
    decipher.setAuthTag(bytes.subarray(format.nonceBytes, bodyAt));
    return decipher.update(bytes.subarray(bodyAt), undefined, 'utf8') + decipher.final('utf8');
  } catch (error) {
    throw new Fault('corrupted', `A stored secret (${purpose}) cannot be opened.`, {
      nextStep: 'Was the secret key changed, or the database copied without it? Put the two together again.',
      cause: error,
    });
  }
};
