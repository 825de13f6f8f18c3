import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { Fault } from '../../errors.ts';

export type Secrets = ReturnType<typeof createSecrets>;

const format = { version: 'v1', nonceBytes: 12, tagBytes: 16 } as const;

/**
 * Operations with the master key, without access to the key itself. Each use has its own derived key, so
 * that one does not weaken the other.
 */
export const createSecrets = (master: Buffer) => {
  const hashKey = deriveKey(master, 'kindred look-up');
  const encryptionKey = deriveKey(master, 'kindred seal');
  return {
    /** HMAC: finds a key without storing it. */
    keyedHash: (clear: string): Buffer => createHmac('sha256', hashKey).update(clear).digest(),
    /**
     * Encrypted and authenticated (AES-256-GCM). `purpose` is authenticated too: a value copied to another place does not
     * decrypt there.
     */
    encrypt: (purpose: string, clear: string): string => encrypt(encryptionKey, purpose, clear),
    /** Throws `corrupted` for another purpose, another master key, or a changed byte. */
    decrypt: (purpose: string, encrypted: string): string => decrypt(encryptionKey, purpose, encrypted),
  };
};

/** Identifies the master key that a database is encrypted with, without revealing it. */
export const masterKeyId = (secrets: Secrets): string => secrets.keyedHash('kindred').toString('hex');

const deriveKey = (master: Buffer, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), use, 32));

const encrypt = (key: Buffer, purpose: string, clear: string): string => {
  const nonce = randomBytes(format.nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(clear, 'utf8'), cipher.final()]);
  return `${format.version}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
};

const decrypt = (key: Buffer, purpose: string, encrypted: string): string => {
  try {
    const [version, text] = encrypted.split('.');
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
    throw new Fault('corrupted', `A stored secret (${purpose}) cannot be decrypted.`, {
      nextStep: 'Was the secret key changed, or the database copied without it? Put the two together again.',
      cause: error,
    });
  }
};
