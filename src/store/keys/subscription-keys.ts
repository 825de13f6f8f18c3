import { type KeySlot, keySlots } from '../../domain/subscription.ts';
import { Fault } from '../../errors.ts';
import type { Database, Row } from '../database/database.ts';
import { isImportedKey, looksRandom, maskKey } from './keys.ts';
import type { Secrets } from './encryption.ts';
import { findRows, insertRow, toInstant, toInstantOrNull, updateRows } from '../database/rows.ts';

export type IssuedKeys = { readonly primary: string; readonly secondary: string };

/** A key as it may be shown to anybody who sees the subscription: `kdr_sec_…3f9a`. */
export type KeyInfo = {
  readonly slot: KeySlot;
  readonly masked: string;
  readonly createdAt: string;
  /** For a rotated key that still works: when it stops. Null for a key in use. */
  readonly graceUntil: string | null;
};

/** `untilMs`: the end of a key in its grace period; null: the key is in use. */
export type KeyHash = { readonly hex: string; readonly untilMs: number | null };

export type SubscriptionKeys = ReturnType<typeof createSubscriptionKeys>;

/** Keys at rest: a keyed hash to find them by, and an encrypted copy to show them again. Never in clear. */
export const createSubscriptionKeys = (database: Database, secrets: Secrets, now: () => Date) => {
  const hashKey = (key: string): string => secrets.keyedHash(key).toString('hex');

  const readRows = (id: number): Row[] =>
    findRows(database, 'subscription_keys', { subscription_id: id }, 'until_ms IS NOT NULL, slot');

  const decryptKey = (row: Row): string => secrets.decrypt(keyPurpose(row), String(row.sealed));

  const requireKeyInUse = (subscriptionId: number, slot: KeySlot): Row => {
    const row = readRows(subscriptionId).find((key) => key.slot === slot && key.until_ms === null);
    if (row) return row;
    throw new Fault('not-found', `The subscription has no ${slot} key.`, {
      nextStep: 'Rotate it to get one.',
    });
  };

  const retire = (subscriptionId: number, slot: KeySlot, graceMs: number): void => {
    const nowMs = now().getTime();
    database.run(
      `DELETE FROM subscription_keys WHERE until_ms <= ?
       OR (subscription_id = ? AND slot = ? AND (until_ms IS NOT NULL OR ? = 0))`,
      nowMs,
      subscriptionId,
      slot,
      graceMs,
    );
    const match = { subscription_id: subscriptionId, slot };
    updateRows(database, 'subscription_keys', { until_ms: nowMs + graceMs }, match);
  };

  return {
    /** Replaces the key in this slot; the old one works for `graceMs` more. */
    write: (subscriptionId: number, slot: KeySlot, key: string, graceMs: number): void => {
      retire(subscriptionId, slot, graceMs);
      const of = { subscription_id: subscriptionId, slot };
      const row = { ...of, look_up: hashKey(key), sealed: secrets.encrypt(keyPurpose(of), key) };
      insertRow(database, 'subscription_keys', { ...row, created_ms: now().getTime() });
    },
    reveal: (subscriptionId: number): IssuedKeys =>
      database.snapshot(() => ({
        primary: decryptKey(requireKeyInUse(subscriptionId, 'primary')),
        secondary: decryptKey(requireKeyInUse(subscriptionId, 'secondary')),
      })),
    list: (subscriptionId: number): readonly KeyInfo[] =>
      database.snapshot(() =>
        readRows(subscriptionId)
          .filter((row) => row.until_ms === null || Number(row.until_ms) > now().getTime())
          .map((row) => toKeyInfo(row, decryptKey(row))),
      ),
    /** Whether these are the keys in use. */
    hasKeys: (subscriptionId: number, keys: IssuedKeys): boolean => {
      const known = readRows(subscriptionId).map((row) => String(row.look_up));
      return keySlots.every((slot, index) => known[index] === hashKey(keys[slot]));
    },
    /** For the directory. May include keys whose grace period is over. */
    keyHashes: (subscriptionId: number): readonly KeyHash[] =>
      readRows(subscriptionId).map((row) => ({
        hex: String(row.look_up),
        untilMs: row.until_ms === null ? null : Number(row.until_ms),
      })),
    /** Represents a key in the audit: shows that it changed, and not what it is. */
    fingerprint: (key: string): string => hashKey(key).slice(0, 8),
  };
};

/** Imported keys must have the one form that `looksLikeKey` accepts. */
export const refuseInvalidKeys = (keys: IssuedKeys): void => {
  if (!keySlots.every((slot) => isImportedKey(keys[slot]))) {
    throw new Fault('bad-input', 'An imported key must have exactly 32 hex digits.', {
      nextStep: 'Leave the keys out to get new ones.',
    });
  }
  if (!keySlots.every((slot) => looksRandom(keys[slot]))) {
    throw new Fault('bad-input', 'An imported key must be random; this one repeats a few digits.', {
      nextStep: 'Leave the keys out to get new ones.',
    });
  }
  if (keys.primary.toLowerCase() === keys.secondary.toLowerCase()) {
    throw new Fault('bad-input', 'The primary and the secondary key must differ.');
  }
};

export const keyPurpose = ({ slot, subscription_id }: Row): string =>
  `${String(slot)} key of subscription ${String(subscription_id)}`;

const toKeyInfo = (row: Row, key: string): KeyInfo => ({
  slot: row.slot === 'primary' ? 'primary' : 'secondary',
  masked: maskKey(key),
  createdAt: toInstant(row.created_ms),
  graceUntil: toInstantOrNull(row.until_ms),
});
