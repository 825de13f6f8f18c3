import { Fault, notThere } from '../../errors.ts';
import { toOperator } from './account-rows.ts';
import { hashBearerToken, makeBearerToken, makeId } from './bearer-token.ts';
import type { Database, Row } from '../database/database.ts';
import { noteUse } from './sessions.ts';
import type { Audit } from '../database/audit.ts';
import type { Actor, Operator } from '../../domain/operator.ts';
import { deleteRows, findRow, findRows, insertRow } from '../database/rows.ts';

const tokenDefaults = { prefix: 'kdr_tok_', touchEveryMs: 60_000, nameLength: 100 } as const;

type Parts = { readonly database: Database; readonly audit: Audit; readonly now: () => Date };

type OperatorToken = {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
};

/** For scripts: has the rights of its operator until it is revoked. */
export const createOperatorTokens = ({ database, audit, now }: Parts) => {
  const record = (actor: Actor, verb: string, before: unknown, after: unknown, name: string): void =>
    audit.record(actor, `token.${verb}`, `token ${name}`, { before, after });

  const touch = async (row: Row): Promise<void> => {
    const at = now().getTime();
    const before = at - tokenDefaults.touchEveryMs;
    if (Number(row.used_ms ?? 0) > before) return;
    await noteUse(database, () =>
      database.run(
        'UPDATE tokens SET used_ms = ? WHERE id = ? AND coalesce(used_ms, 0) <= ?',
        at,
        String(row.id),
        before,
      ),
    );
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

const toOperatorToken = (row: Row): OperatorToken => {
  const date = (ms: unknown): string => new Date(Number(ms)).toISOString();
  return {
    id: String(row.id),
    name: String(row.name),
    createdAt: date(row.created_ms),
    lastUsedAt: row.used_ms === null ? null : date(row.used_ms),
  };
};
