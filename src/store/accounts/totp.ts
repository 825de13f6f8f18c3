import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** RFC 6238 with the parameters that every authenticator app supports. */
export const totpDefaults = {
  stepSeconds: 30,
  digits: 6,
  secretBytes: 20,
  /** Steps before and after now that are accepted: clocks differ, and typing takes time. */
  drift: 1,
} as const;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const makeTotpSecret = (): string => toBase32(randomBytes(totpDefaults.secretBytes));

/** For the QR code that an authenticator app reads. */
export const totpUri = (email: string, secret: string): string => {
  const label = `Kindred:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=Kindred`;
};

export const totpCode = (secret: string, step: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0x0f;
  const number = hash.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** totpDefaults.digits).padStart(totpDefaults.digits, '0');
};

/**
 * The time step of this code, when it is current and later than `after`; null: not valid. The caller stores
 * the step, so that no code is accepted twice.
 */
export const findTotpStep = (secret: string, code: string, nowMs: number, after: number): number | null => {
  const entered = Buffer.from(code.replace(/\s/g, ''));
  const now = Math.floor(nowMs / 1000 / totpDefaults.stepSeconds);
  let match: number | null = null;
  for (let step = now - totpDefaults.drift; step <= now + totpDefaults.drift; step += 1) {
    const expected = Buffer.from(totpCode(secret, step));
    const matches = entered.length === expected.length && timingSafeEqual(entered, expected);
    if (matches && step > after) match = step;
  }
  return match;
};

const toBase32 = (bytes: Buffer): string => {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet.charAt((value >> (bits - 5)) & 31);
    value &= 0xff;
  }
  return bits > 0 ? text + alphabet.charAt((value << (5 - bits)) & 31) : text;
};

const fromBase32 = (text: string): Buffer => {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const character of text) {
    value = ((value << 5) | alphabet.indexOf(character)) & 0xffff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 0xff);
  }
  return Buffer.from(bytes);
};
