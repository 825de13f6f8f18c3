import type { KeySlot } from '../domain/subscription.ts';
import { Fault } from '../errors.ts';
import type { Database } from './database.ts';
import { isBroughtKey } from './keys.ts';
import type { Secrets } from './secrets.ts';
import type { IssuedKeys } from './store.ts';

export const slots = ['primary', 'secondary'] as const satisfies readonly KeySlot[];

/** Keys at rest: a keyed hash to find them by, and a sealed copy to show them again. Never in clear. */
export type SubscriptionKeys = {
  /** Replaces the one in this slot. */
  write(subscriptionId: number, slot: KeySlot, key: string): void;
  reveal(subscriptionId: number): IssuedKeys;
  /** Whether exactly these are there. */
  holds(subscriptionId: number, keys: IssuedKeys): boolean;
  /** Hex of the keyed hash, for the directory. */
  lookUps(subscriptionId: number): readonly string[];
  /** Stands for a key in the audit: tells that it changed, and not what it is. */
  fingerprint(key: string): string;
};

export const createSubscriptionKeys = (database: Database, secrets: Secrets): SubscriptionKeys => {
  const lookUpOf = (key: string): string => secrets.lookUp(key).toString('hex');

  const sealedOf = (subscriptionId: number, slot: KeySlot): string => {
    const row = database.get(
      'SELECT sealed FROM subscription_keys WHERE subscription_id = ? AND slot = ?',
      subscriptionId,
      slot,
    );
    if (row) return String(row.sealed);
    throw new Fault('not-found', `The subscription has no ${slot} key.`, {
      nextStep: 'Rotate it to get one.',
    });
  };

  const lookUps = (subscriptionId: number): string[] =>
    database
      .all('SELECT look_up FROM subscription_keys WHERE subscription_id = ? ORDER BY slot', subscriptionId)
      .map((row) => String(row.look_up));

  return {
    write: (subscriptionId, slot, key) => {
      const sealed = secrets.seal(purposeOf(subscriptionId, slot), key);
      database.run(
        `INSERT INTO subscription_keys (subscription_id, slot, look_up, sealed) VALUES (?, ?, ?, ?)
         ON CONFLICT (subscription_id, slot) DO UPDATE SET look_up = excluded.look_up, sealed = excluded.sealed`,
        subscriptionId,
        slot,
        lookUpOf(key),
        sealed,
      );
    },
    reveal: (subscriptionId) => {
      const open = (slot: KeySlot) =>
        secrets.open(purposeOf(subscriptionId, slot), sealedOf(subscriptionId, slot));
      return { primary: open('primary'), secondary: open('secondary') };
    },
    holds: (subscriptionId, keys) => {
      const known = lookUps(subscriptionId);
      return slots.every((slot, index) => known[index] === lookUpOf(keys[slot]));
    },
    lookUps,
    fingerprint: (key) => lookUpOf(key).slice(0, 8),
  };
};

/** Keys brought from elsewhere must be of the kind that is told apart from a typo. */
export const refuseOddKeys = (keys: IssuedKeys): void => {
  if (!slots.every((slot) => isBroughtKey(keys[slot]))) {
    throw new Fault('bad-input', 'A key that is brought along must have exactly 32 hex digits.', {
      nextStep: 'Leave the keys out to get new ones.',
    });
  }
  if (keys.primary === keys.secondary) {
    throw new Fault('bad-input', 'The primary and the secondary key must differ.');
  }
};

function purposeOf(subscriptionId: number, slot: KeySlot): string {
  return `${slot} key of subscription ${subscriptionId}`;
}
