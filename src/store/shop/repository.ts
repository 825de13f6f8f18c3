import { randomUUID } from 'node:crypto';
import type { SQLInputValue } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { configurationLimits } from '../../domain/settings/limits.ts';
import { Fault, notThere } from '../../errors.ts';
import type { Audit } from '../database/audit.ts';
import type { Database, Row } from '../database/database.ts';
import type { Actor } from '../../domain/operator.ts';
import { deleteRows, findRow, findRows, insertRow, updateRows } from '../database/rows.ts';

type Named = { readonly name: string; readonly kind?: string };

type RepositoryOptions<T extends Named, N extends Named> = {
  readonly database: Database;
  readonly audit: Audit;
  readonly table: 'datasets' | 'boxes' | 'campaigns' | 'subscriptions';
  readonly noun: string;
  readonly read: (row: Row) => T;
  /** Throws for an invalid value. `tracker`: of the existing row, or of the new one. `before`: null for a new one. */
  readonly columns: (
    websiteId: number,
    value: N,
    tracker: string,
    before: T | null,
  ) => Record<string, SQLInputValue>;
  /** Writes what is in other tables. */
  readonly writeParts?: (websiteId: number, id: number, value: N) => void;
  /** Its kind cannot change. `verb`: how it is said, as in `is of kind`. */
  readonly fixedKind?: { readonly verb: string; readonly nextStep: string };
  /** What refers to it, as text; it cannot be removed while anything does. */
  readonly findReferences?: (value: T) => readonly string[];
  /** The value as the audit records it, if it has secrets. */
  readonly toAuditValue?: (value: T) => unknown;
};

/**
 * The common part of what a website declares: rows of a website, identified by name. `put` creates or replaces, keeps trackers
 * and ruleIds, and does nothing (no audit entry, no new revision) when nothing would change. Each change is audited with
 * before and after.
 */
export const createRepository = <T extends Named, N extends Named>(options: RepositoryOptions<T, N>) => {
  const { database, table, noun, read, toAuditValue = (value: T): unknown => value } = options;

  const findNamed = (websiteId: number, name: string): Row | undefined =>
    findRow(database, table, { website_id: websiteId, name });

  // In a snapshot: a row and the key it is encrypted with must be of one point in time.
  const byName = (websiteId: number, name: string): T | null =>
    database.snapshot(() => {
      const row = findNamed(websiteId, name);
      return row ? read(row) : null;
    });

  const readBack = (websiteId: number, name: string): T => {
    const value = byName(websiteId, name);
    if (!value) throw new Fault('internal', `The ${noun} ${name} vanished while it was written.`);
    return value;
  };

  const record = (websiteId: number, actor: Actor, verb: string, before: T | null, after: T | null): void =>
    options.audit.record(actor, `${noun}.${verb}`, `${noun} ${(after ?? before)?.name}`, {
      websiteId,
      before: before && toAuditValue(before),
      after: after && toAuditValue(after),
    });

  const otherKind = ({ name, kind = '' }: T): Fault => {
    const { verb, nextStep } = options.fixedKind ?? { verb: 'is', nextStep: '' };
    const message = `The ${noun} ${name} ${verb} ${kind}; its kind cannot change.`;
    return new Fault('conflict', message, { nextStep });
  };

  const insert = (websiteId: number, actor: Actor, value: N): T => {
    const count = database.get(`SELECT count(*) AS items FROM ${table} WHERE website_id = ?`, websiteId);
    refuseTooMany(table, Number(count?.items));
    const tracker = randomUUID();
    const columns = {
      website_id: websiteId,
      name: value.name,
      ...((table === 'datasets' || table === 'boxes') && { tracker }),
      ...options.columns(websiteId, value, tracker, null),
    };
    const id = insertRow(database, table, columns);
    options.writeParts?.(websiteId, id, value);
    const after = readBack(websiteId, value.name);
    record(websiteId, actor, 'create', null, after);
    return after;
  };

  const update = (websiteId: number, actor: Actor, before: T, row: Row, value: N): T => {
    // Through JSON, as it would come back: an absent property equals one that is undefined.
    if (isDeepStrictEqual(JSON.parse(JSON.stringify({ ...before, ...value })), before)) return before;
    if (before.kind !== value.kind) throw otherKind(before);
    const columns = options.columns(websiteId, value, String(row.tracker), before);
    updateRows(database, table, columns, { website_id: websiteId, name: value.name });
    options.writeParts?.(websiteId, Number(row.id), value);
    const after = readBack(websiteId, value.name);
    record(websiteId, actor, 'update', before, after);
    return after;
  };

  return {
    record,
    list: (websiteId: number): readonly T[] =>
      database.snapshot(() => findRows(database, table, { website_id: websiteId }, '1').map(read)),
    byName,
    put: (websiteId: number, actor: Actor, value: N): T => {
      const row = findNamed(websiteId, value.name);
      return row ? update(websiteId, actor, read(row), row, value) : insert(websiteId, actor, value);
    },
    remove: (websiteId: number, actor: Actor, name: string): void => {
      const before = byName(websiteId, name);
      if (!before) throw notThere(`This website has no ${noun} called ${name}.`);
      refuseWhileReferenced(noun, name, options.findReferences?.(before) ?? []);
      deleteRows(database, table, { website_id: websiteId, name });
      record(websiteId, actor, 'remove', before, null);
    },
  };
};

/** Every change of a website reads its configuration again, so that it must not grow without end. */
const refuseTooMany = (table: keyof typeof configurationLimits, items: number): void => {
  const limit = configurationLimits[table];
  if (items < limit) return;
  throw new Fault('bad-input', `This website has ${items} ${table}, and ${limit} are allowed.`, {
    nextStep: 'Remove some that are not used any more.',
  });
};

const refuseWhileReferenced = (noun: string, name: string, references: readonly string[]): void => {
  if (references.length === 0) return;
  throw new Fault('conflict', `The ${noun} ${name} is in use by: ${references.join(', ')}.`, {
    nextStep: 'Remove or change these first.',
    reason: { reason: 'in-use', values: { name, users: references.join(', ') } },
  });
};
