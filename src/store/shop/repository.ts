import { randomUUID } from 'node:crypto';
import type { SQLInputValue } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { configurationLimits } from '../../domain/configuration-limits.ts';
import { Fault } from '../../errors.ts';
import type { Audit } from '../database/audit.ts';
import type { Database, Row } from '../database/database.ts';
import type { Actor } from '../../domain/operator.ts';

/**
 * `put` creates or replaces by name inside the website, keeps trackers and ruleIds, and does nothing (no audit entry, no new
 * revision) when nothing would change. Each change is audited with before and after.
 */
export type Repository<T, N> = {
  list(websiteId: number): readonly T[];
  byName(websiteId: number, name: string): T | null;
  readonly put: (websiteId: number, actor: Actor, value: N) => T;
  readonly remove: (websiteId: number, actor: Actor, name: string) => void;
};

type RepositoryOptions<T extends { readonly name: string }, N extends { readonly name: string }> = {
  readonly database: Database;
  readonly audit: Audit;
  readonly table: 'datasets' | 'boxes' | 'campaigns';
  readonly noun: string;
  readonly read: (row: Row) => T;
  /** Throws for an invalid value. `tracker`: of the existing row, or of the new one. */
  readonly columns: (websiteId: number, value: N, tracker: string) => Record<string, SQLInputValue>;
  /** Throws when a property that is fixed would change. */
  readonly refuseChange: (before: T, value: N) => void;
  /** What refers to it, as text; it cannot be removed while anything does. */
  readonly findReferences: (value: T) => readonly string[];
  /** The value as the audit records it: without secrets. */
  readonly toAuditValue: (value: T) => unknown;
};

/** The common part of datasets, boxes and campaigns: rows of a website, identified by name. */
export const createRepository = <T extends { readonly name: string }, N extends { readonly name: string }>(
  options: RepositoryOptions<T, N>,
): Repository<T, N> => {
  const { database, table, noun, read } = options;

  const findRow = (websiteId: number, name: string): Row | undefined =>
    database.get(`SELECT * FROM ${table} WHERE website_id = ? AND name = ?`, websiteId, name);

  // In a snapshot: a row and the key it is encrypted with must be of one point in time.
  const byName = (websiteId: number, name: string): T | null =>
    database.snapshot(() => {
      const row = findRow(websiteId, name);
      return row ? read(row) : null;
    });

  const readBack = (websiteId: number, name: string): T => {
    const value = byName(websiteId, name);
    if (!value) throw new Fault('internal', `The ${noun} ${name} vanished while it was written.`);
    return value;
  };

  const record = (websiteId: number, actor: Actor, verb: string, before: T | null, after: T | null): void => {
    const subject = `${noun} ${(after ?? before)?.name}`;
    const [oldValue, newValue] = [
      before && options.toAuditValue(before),
      after && options.toAuditValue(after),
    ];
    options.audit.record({
      websiteId,
      actor,
      action: `${noun}.${verb}`,
      subject,
      before: oldValue,
      after: newValue,
    });
  };

  const insert = (websiteId: number, actor: Actor, value: N): T => {
    const count = database.get(`SELECT count(*) AS items FROM ${table} WHERE website_id = ?`, websiteId);
    refuseTooMany(table, Number(count?.items));
    const tracker = randomUUID();
    const columns = {
      website_id: websiteId,
      name: value.name,
      ...(table !== 'campaigns' && { tracker }),
      ...options.columns(websiteId, value, tracker),
    };
    const names = Object.keys(columns);
    const placeholders = names.map(() => '?').join(', ');
    database.run(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${placeholders})`,
      ...Object.values(columns),
    );
    const after = readBack(websiteId, value.name);
    record(websiteId, actor, 'create', null, after);
    return after;
  };

  const update = (websiteId: number, actor: Actor, before: T, row: Row, value: N): T => {
    // Through JSON, as it would come back: an absent property equals one that is undefined.
    if (isDeepStrictEqual(JSON.parse(JSON.stringify({ ...before, ...value })), before)) return before;
    options.refuseChange(before, value);
    const columns = options.columns(websiteId, value, String(row.tracker));
    const assignments = Object.keys(columns).map((column) => `${column} = ?`);
    database.run(
      `UPDATE ${table} SET ${assignments.join(', ')} WHERE website_id = ? AND name = ?`,
      ...Object.values(columns),
      websiteId,
      value.name,
    );
    const after = readBack(websiteId, value.name);
    record(websiteId, actor, 'update', before, after);
    return after;
  };

  return {
    list: (websiteId) =>
      database.snapshot(() =>
        database.all(`SELECT * FROM ${table} WHERE website_id = ? ORDER BY 1`, websiteId).map(read),
      ),
    byName,
    put: (websiteId, actor, value) => {
      const row = findRow(websiteId, value.name);
      return row ? update(websiteId, actor, read(row), row, value) : insert(websiteId, actor, value);
    },
    remove: (websiteId, actor, name) => {
      const before = byName(websiteId, name);
      if (!before)
        throw new Fault('not-found', `This website has no ${noun} called ${name}.`, {
          reason: { reason: 'not-there' },
        });
      refuseWhileReferenced(noun, name, options.findReferences(before));
      database.run(`DELETE FROM ${table} WHERE website_id = ? AND name = ?`, websiteId, name);
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
