import { HOTP, Secret, TOTP } from 'otpauth';

/** RFC 6238 with the parameters that every authenticator app supports. */
export const totpDefaults = {
  stepSeconds: 30,
  digits: 6,
  secretBytes: 20,
  /** Steps before and after now that are accepted: clocks differ, and typing takes time. */
  drift: 1,
} as const;

const { stepSeconds, digits, secretBytes, drift } = totpDefaults;

const codePattern = new RegExp(`^[0-9]{${digits}}$`);

/** In base 32. */
export const makeTotpSecret = (): string => new Secret({ size: secretBytes }).base32;

/** For the QR code that an authenticator app reads. */
export const totpUri = (email: string, secret: string): string =>
  new TOTP({ issuer: 'Kindred', label: email, secret, digits, period: stepSeconds }).toString();

export const totpCode = (secret: string, step: number): string =>
  HOTP.generate({ secret: Secret.fromBase32(secret), digits, counter: step });

/**
 * The time step of this code, when it is current and later than `after`; null: not valid. The caller stores the step,
 * so that no code is accepted twice.
 */
export const findTotpStep = (secret: string, code: string, nowMs: number, after: number): number | null => {
  const now = Math.floor(nowMs / 1000 / stepSeconds);
  const token = code.replace(/\s/g, '');
  // The package compares bytes, and throws for digits of other scripts, which have more of them.
  if (!codePattern.test(token)) return null;
  const delta = HOTP.validate({
    token,
    secret: Secret.fromBase32(secret),
    digits,
    counter: now,
    window: drift,
  });
  return delta !== null && now + delta > after ? now + delta : null;
};
