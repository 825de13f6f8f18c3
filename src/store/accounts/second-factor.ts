import { Fault } from '../../errors.ts';
import { type AccountParts, accountById, totpPurpose } from './account-rows.ts';
import { alone, type Row } from '../database/database.ts';
import type { Actor } from '../../domain/operator.ts';
import { updateRows } from '../database/rows.ts';
import { HOTP, Secret, TOTP } from 'otpauth';

export type SecondFactor = ReturnType<typeof createSecondFactor>;

export const createSecondFactor = ({ database, audit, secrets, now }: AccountParts) => {
  const record = (actor: Actor, account: Row, before: boolean, after: boolean): void =>
    audit.record(actor, after ? 'totp.enable' : 'totp.disable', `operator ${String(account.email)}`, {
      before: { totp: before },
      after: { totp: after },
    });

  const findStep = (accountId: number, encrypted: string, code: string, after: number): number | null =>
    findTotpStep(secrets.decrypt(totpPurpose(accountId), encrypted), code, now().getTime(), after);

  /** Inside of a transaction. */
  const disableWithin = (accountId: number, actor: Actor): void => {
    const account = accountById(database, accountId);
    if (account.sealed_totp === null) return;
    const none = { sealed_totp: null, sealed_totp_draft: null, totp_step: 0 };
    updateRows(database, 'accounts', none, { id: accountId });
    record(actor, account, true, false);
  };

  return {
    /** Whether this code is valid now. Each code is accepted once. */
    accepts: (accountId: number, code: string): Promise<boolean> =>
      database.transaction(() => {
        const { sealed_totp: encrypted, totp_step: last } = accountById(database, accountId);
        const step = encrypted === null ? null : findStep(accountId, String(encrypted), code, Number(last));
        if (step === null) return false;
        updateRows(database, 'accounts', { totp_step: step }, { id: accountId });
        return true;
      }),
    /** A new secret, in use only after `enable` got a code of it. `uri`: otpauth://, for the QR code. */
    begin: (accountId: number) =>
      database.transaction(() => {
        const account = accountById(database, accountId);
        const secret = makeTotpSecret();
        const encrypted = secrets.encrypt(totpPurpose(accountId), secret);
        updateRows(database, 'accounts', { sealed_totp_draft: encrypted }, { id: accountId });
        return { secret, uri: totpUri(String(account.email), secret) };
      }),
    /** `bad-input` for a wrong code. */
    enable: (accountId: number, actor: Actor, code: string): Promise<void> =>
      database.transaction(() => {
        const account = accountById(database, accountId);
        const draft = account.sealed_totp_draft;
        const step = draft === null ? null : findStep(accountId, String(draft), code, 0);
        if (step === null) throw wrongCode();
        const confirmed = { sealed_totp: String(draft), sealed_totp_draft: null, totp_step: step };
        updateRows(database, 'accounts', confirmed, { id: accountId });
        record(actor, account, account.sealed_totp !== null, true);
      }),
    disable: alone(database)(disableWithin),
    disableWithin,
  };
};

const wrongCode = (): Fault =>
  new Fault('bad-input', 'This code is not valid.', {
    nextStep: 'Scan the picture again, and give the code that is shown now. Is the clock of the phone right?',
    reason: { reason: 'wrong-code' },
  });

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
