import { isUnavailable, notThere, Fault } from '../../errors.ts';
import type { Database, Row } from '../database/database.ts';
import { toOperator } from './account-rows.ts';
import { hashBearerToken, makeBearerToken, makeId } from './passwords.ts';
import type { Actor, Operator } from '../../domain/operator.ts';
import type { StoreParts } from '../database/audit.ts';
import { deleteRows, findRow, findRows, insertRow, toInstant, toInstantOrNull } from '../database/rows.ts';

export const sessionDefaults = {
  idleMs: 30 * 60_000,
  absoluteMs: 12 * 3_600_000,
  /** The time of last use is written at most this often: a page of twenty requests is one write. */
  touchEveryMs: 15_000,
  userAgentLength: 200,
} as const;

/** The client of a sign-in. */
export type ClientInfo = { readonly address: string; readonly userAgent: string | null };

export type Session = {
  /** Identifies it in lists; not a credential. */
  readonly id: string;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  /** The earlier of idle and absolute end. */
  readonly expiresAt: string;
  readonly address: string;
  readonly userAgent: string | null;
};

export type AuthenticatedSession = { readonly operator: Operator; readonly session: Session };

export type Sessions = ReturnType<typeof createSessions>;

export const createSessions = ({ database, audit, now }: StoreParts) => {
  const nowMs = (): number => now().getTime();

  const deleteExpired = (): void => {
    const oldest = [nowMs() - sessionDefaults.idleMs, nowMs() - sessionDefaults.absoluteMs];
    database.run('DELETE FROM sessions WHERE seen_ms <= ? OR created_ms <= ?', ...oldest);
  };

  /** The caller writes the audit entry. */
  const start = (accountId: number, { address, userAgent }: ClientInfo) => {
    deleteExpired();
    const [id, token, at] = [makeId(), makeBearerToken(), nowMs()];
    const agent = userAgent?.slice(0, sessionDefaults.userAgentLength) ?? null;
    const row = { id, created_ms: at, seen_ms: at, address, user_agent: agent };
    insertRow(database, 'sessions', { ...row, account_id: accountId, token_hash: hashBearerToken(token) });
    return { token, session: toSession(row) };
  };

  const touch = async (row: Row): Promise<Row> => {
    const at = nowMs();
    const before = at - sessionDefaults.touchEveryMs;
    if (Number(row.seen_ms) > before) return row;
    // Requests of one page wait for each other here: the first one writes it.
    const statement = 'UPDATE sessions SET seen_ms = ? WHERE id = ? AND seen_ms <= ?';
    const isNoted = await noteUse(database, () => database.run(statement, at, String(row.id), before));
    return isNoted ? { ...row, seen_ms: at } : row;
  };

  /** The session of a token, and marks it as used; null when unknown, idle too long, expired or ended. */
  const bySession = async (token: string): Promise<AuthenticatedSession | null> => {
    const row = findRow(database, 'sessions', { token_hash: hashBearerToken(token) });
    if (!row || expiryMs(row) <= nowMs()) return null;
    const account = findRow(database, 'accounts', { id: Number(row.account_id) });
    if (!account) return null;
    return { operator: toOperator(account), session: toSession(await touch(row)) };
  };

  return {
    start,
    bySession,
    sessions: (accountId: number): readonly Session[] =>
      findRows(database, 'sessions', { account_id: accountId }, 'created_ms DESC, id')
        .filter((row) => expiryMs(row) > nowMs())
        .map(toSession),
    /** Only sessions of this operator; `not-found` otherwise. */
    endSession: (accountId: number, actor: Actor, id: string): Promise<void> =>
      database.transaction(() => {
        const row = findRow(database, 'sessions', { account_id: accountId, id });
        if (!row) throw notThere('There is no such session.');
        deleteRows(database, 'sessions', { id });
        audit.record(actor, 'session.end', `session ${id}`, { before: { address: String(row.address) } });
      }),
    /** Without an audit entry, for a session that another one replaces. */
    discard: (id: string) => deleteRows(database, 'sessions', { id }),
    /** All sessions of an account, except `keep` where given. */
    endAll: (accountId: number, keep = '') =>
      void database.run('DELETE FROM sessions WHERE account_id = ? AND id <> ?', accountId, keep),
  };
};

const expiryMs = (row: Row): number => {
  const { idleMs, absoluteMs } = sessionDefaults;
  return Math.min(Number(row.seen_ms) + idleMs, Number(row.created_ms) + absoluteMs);
};

const toSession = (row: Row): Session => ({
  id: String(row.id),
  createdAt: toInstant(row.created_ms),
  lastSeenAt: toInstant(row.seen_ms),
  expiresAt: toInstant(expiryMs(row)),
  address: String(row.address),
  userAgent: row.user_agent === null ? null : String(row.user_agent),
});

/**
 * Writes that a session or a token was used just now. Whoever is signed in stays so while the database is away or the
 * disk is full: only the time of last use is then not written. Returns whether it was.
 */
export const noteUse = async (database: Database, write: () => void): Promise<boolean> => {
  try {
    await database.transaction(write);
    return true;
  } catch (error) {
    if (isUnavailable(error)) return false;
    throw error;
  }
};

const tokenDefaults = { prefix: 'kdr_tok_', touchEveryMs: 60_000, nameLength: 100 } as const;

type OperatorToken = {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
};

/** For scripts: has the rights of its operator until it is revoked. */
export const createOperatorTokens = ({ database, audit, now }: StoreParts) => {
  const record = (actor: Actor, verb: string, before: unknown, after: unknown, name: string): void =>
    audit.record(actor, `token.${verb}`, `token ${name}`, { before, after });

  const touch = async (row: Row): Promise<void> => {
    const at = now().getTime();
    const before = at - tokenDefaults.touchEveryMs;
    if (Number(row.used_ms ?? 0) > before) return;
    const statement = 'UPDATE tokens SET used_ms = ? WHERE id = ? AND coalesce(used_ms, 0) <= ?';
    await noteUse(database, () => database.run(statement, at, String(row.id), before));
  };

  return {
    /** `kdr_tok_…` */
    byToken: async (
      token: string,
    ): Promise<{ readonly operator: Operator; readonly token: OperatorToken } | null> => {
      if (!token.startsWith(tokenDefaults.prefix)) return null;
      const row = findRow(database, 'tokens', { token_hash: hashBearerToken(token) });
      const account = row && findRow(database, 'accounts', { id: Number(row.account_id) });
      if (!row || !account) return null;
      await touch(row);
      return { operator: toOperator(account), token: toOperatorToken(row) };
    },
    tokens: (accountId: number): readonly OperatorToken[] =>
      findRows(database, 'tokens', { account_id: accountId }, 'created_ms, id').map(toOperatorToken),
    /** `clear` is returned only here. */
    issueToken: (
      accountId: number,
      actor: Actor,
      name: string,
    ): Promise<OperatorToken & { readonly clear: string }> =>
      database.transaction(() => {
        refuseInvalidName(name);
        const [id, clear, at] = [makeId(), makeBearerToken(tokenDefaults.prefix), now().getTime()];
        const row = { id, name, created_ms: at };
        insertRow(database, 'tokens', { ...row, account_id: accountId, token_hash: hashBearerToken(clear) });
        record(actor, 'create', null, { id, name }, name);
        return { ...toOperatorToken({ ...row, used_ms: null }), clear };
      }),
    revokeToken: (accountId: number, actor: Actor, id: string): Promise<void> =>
      database.transaction(() => {
        const row = findRow(database, 'tokens', { account_id: accountId, id });
        if (!row) throw notThere('There is no such token.');
        deleteRows(database, 'tokens', { id });
        record(actor, 'remove', { id, name: row.name }, null, String(row.name));
      }),
  };
};

const refuseInvalidName = (name: string): void => {
  if (name.trim().length > 0 && name.length <= tokenDefaults.nameLength) return;
  throw new Fault('bad-input', `A token needs a name of 1 to ${tokenDefaults.nameLength} characters.`);
};

const toOperatorToken = (row: Row): OperatorToken => ({
  id: String(row.id),
  name: String(row.name),
  createdAt: toInstant(row.created_ms),
  lastUsedAt: toInstantOrNull(row.used_ms),
});
