import ipaddr from 'ipaddr.js';
import type { Database, Row } from '../database/database.ts';
import type { Secrets } from '../keys/encryption.ts';
import { findRow, insertRow } from '../database/rows.ts';

/** The number of free wrong passwords; each further one doubles the wait, up to a maximum. Nobody is locked out. */
export const backOffDefaults = {
  freeForAccount: 5,
  freeForAddress: 20,
  firstWaitMs: 1000,
  longestWaitMs: 15 * 60_000,
  forgetAfterMs: 24 * 3_600_000,
  knownForMs: 30 * 24 * 3_600_000,
} as const;

/** `accountIds`: those that the password may belong to. */
export type Attempt = {
  readonly email: string;
  readonly address: string;
  readonly accountIds: readonly number[];
};

/**
 * Delays sign-in after wrong passwords. Counted by account, whether it exists or not, by network address, and by
 * both together. An address that signed in to the account recently waits for its own attempts alone, so that
 * strangers cannot lock somebody out. It waits as long for an account that does not exist: otherwise whoever shares
 * the address, as everybody does behind a proxy that is not trusted, could find out which accounts there are.
 */
export const createBackOff = (database: Database, secrets: Secrets, now: () => Date) => {
  // Keyed hashes, because somebody may type a password into the address field.
  const keyedHash = (text: string): string => secrets.keyedHash(text).toString('hex');
  const subjects = ({ email, address }: Attempt) => ({
    account: keyedHash(`account ${email}`),
    address: keyedHash(`address ${networkPrefix(address)}`),
    both: keyedHash(`account ${email} from ${networkPrefix(address)}`),
  });

  const readWaitMs = (subject: string, freeAttempts: number): number => {
    const row = findRow(database, 'attempts', { subject });
    return row ? computeWaitMs(row, freeAttempts, now().getTime()) : 0;
  };

  const isKnownAddress = ({ accountIds, address }: Attempt): boolean =>
    accountIds.some(
      (accountId) =>
        database.get(
          'SELECT 1 FROM known_addresses WHERE account_id = ? AND address = ? AND seen_ms > ?',
          accountId,
          keyedHash(`address ${networkPrefix(address)}`),
          now().getTime() - backOffDefaults.knownForMs,
        ) !== undefined,
    );

  const count = (subject: string): void =>
    void insertRow(
      database,
      'attempts',
      { subject, failures: 1, last_ms: now().getTime() },
      'ON CONFLICT DO UPDATE SET failures = failures + 1, last_ms = excluded.last_ms',
    );

  const uncount = (subject: string): void =>
    void database.run('UPDATE attempts SET failures = failures - 1 WHERE subject = ?', subject);

  return {
    /**
     * Milliseconds to wait; 0: go on, and the attempt counts as failed until `recordSuccess` or `cancel`. Counting
     * first keeps a thousand simultaneous attempts from all being checked.
     */
    begin: (attempt: Attempt): Promise<number> =>
      database.transaction(() => {
        const { account, address, both } = subjects(attempt);
        const { freeForAccount, freeForAddress, forgetAfterMs } = backOffDefaults;
        database.run('DELETE FROM attempts WHERE last_ms < ?', now().getTime() - forgetAfterMs);
        const waits = [
          readWaitMs(address, freeForAddress),
          readWaitMs(isKnownAddress(attempt) ? both : account, freeForAccount),
        ];
        const waitMs = Math.max(...waits);
        if (waitMs > 0) return waitMs;
        for (const subject of [account, address, both]) count(subject);
        return 0;
      }),
    /** Inside of a transaction. */
    recordSuccess: (attempt: Attempt, accountId: number): void => {
      const { account, address, both } = subjects(attempt);
      database.run('DELETE FROM attempts WHERE subject IN (?, ?)', account, both);
      uncount(address);
      insertRow(
        database,
        'known_addresses',
        { account_id: accountId, address, seen_ms: now().getTime() },
        'ON CONFLICT DO UPDATE SET seen_ms = excluded.seen_ms',
      );
      const { knownForMs } = backOffDefaults;
      database.run('DELETE FROM known_addresses WHERE seen_ms < ?', now().getTime() - knownForMs);
    },
    /** Takes the attempt out of the count again: it was neither right nor wrong. */
    cancel: (attempt: Attempt): Promise<void> =>
      database.transaction(() => {
        for (const subject of Object.values(subjects(attempt))) uncount(subject);
      }),
  };
};

export type BackOff = ReturnType<typeof createBackOff>;

const computeWaitMs = (row: Row, freeAttempts: number, nowMs: number): number => {
  const excess = Number(row.failures) - freeAttempts;
  if (excess < 0) return 0;
  const { firstWaitMs, longestWaitMs } = backOffDefaults;
  const waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** excess);
  return Math.max(0, Number(row.last_ms) + waitMs - nowMs);
};

/** One household or office has a whole /64 of IPv6 addresses. */
const networkPrefix = (address: string): string => {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
};
