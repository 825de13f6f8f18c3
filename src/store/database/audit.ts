import { createHash } from 'node:crypto';
import type { Database, Row } from './database.ts';
import type { Actor } from '../../domain/operator.ts';

export type AuditEntry = {
  readonly sequence: number;
  readonly at: string;
  readonly actor: string;
  /** Network address; null when it came from this machine's command line. */
  readonly from: string | null;
  readonly action: string;
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
};

/** What is left out: it belongs to no website, or there is nothing to say. */
type AuditChange = { readonly websiteId?: number; readonly before?: unknown; readonly after?: unknown };

/** `page` from 1. `actor` and `subject` are parts of the text, in any case. */
export type AuditQuery = {
  readonly page: number;
  readonly pageSize: number;
  readonly actor?: string;
  readonly subject?: string;
};

/** The website id of entries that belong to no website: signing in, passwords, the secret key. */
export const installation = 0;

export type Audit = ReturnType<typeof createAudit>;

/** What every part of the store is made of. `now` dates what is written, and ends sessions, grace periods and invitations. */
export type StoreParts = { readonly database: Database; readonly audit: Audit; readonly now: () => Date };

const genesisHash = '0'.repeat(64);

/** Each entry's hash covers the previous hash, so that a changed or removed entry is noticed. */
export const createAudit = (database: Database, now: () => Date) => {
  /** Changes with every change, and is the same in every process. */
  const head = (): string =>
    String(database.get('SELECT hash FROM audit ORDER BY sequence DESC LIMIT 1')?.hash ?? genesisHash);

  /**
   * In the transaction of the change that it describes, which must hold no secrets. `action`: `box.create`,
   * `subscription.rotate` …
   */
  const record = (actor: Actor, action: string, subject: string, change: AuditChange = {}): void => {
    const { name, from } = typeof actor === 'string' ? { name: actor, from: null } : actor;
    const previousHash = head();
    const last = Number(database.get('SELECT MAX(sequence) AS last FROM audit')?.last ?? 0);
    const entry = {
      sequence: last + 1,
      websiteId: change.websiteId ?? installation,
      at: now().toISOString(),
      actor: name,
      action,
      subject,
      before: canonicalJson(change.before),
      after: canonicalJson(change.after),
      from,
    };
    database.run(
      `INSERT INTO audit (sequence, website_id, at, actor, action, subject, before, after, from_where, previous_hash, hash)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...Object.values(entry),
      previousHash,
      hashEntry(previousHash, entry),
    );
  };

  return {
    head,
    record,
    /** Newest first. */
    list: (websiteId: number, limit: number): readonly AuditEntry[] =>
      database
        .all('SELECT * FROM audit WHERE website_id = ? ORDER BY sequence DESC LIMIT ?', websiteId, limit)
        .map(readAuditEntry),
    page: (websiteId: number, query: AuditQuery) => readPage(database, websiteId, query),
    /** The first broken link of the hash chain, or null. */
    verify: () => database.snapshot(() => findFirstBreak(database)),
  };
};

type Break = { readonly sequence: number; readonly problem: string };

const findFirstBreak = (database: Database): Break | null => {
  let previous = { sequence: 0, hash: genesisHash };
  for (const row of database.all('SELECT * FROM audit ORDER BY sequence')) {
    const sequence = Number(row.sequence);
    if (sequence !== previous.sequence + 1) {
      return { sequence: previous.sequence + 1, problem: 'This entry is missing.' };
    }
    if (row.previous_hash !== previous.hash) {
      return { sequence, problem: 'This entry does not follow the one before it.' };
    }
    if (row.hash !== hashEntry(previous.hash, toHashedEntry(row))) {
      return { sequence, problem: 'This entry was changed after it was written.' };
    }
    previous = { sequence, hash: row.hash };
  }
  const lastIssued = database.get("SELECT seq FROM sqlite_sequence WHERE name = 'audit'")?.seq ?? 0;
  if (Number(lastIssued) === previous.sequence) return null;
  return { sequence: previous.sequence + 1, problem: 'Entries are missing at the end.' };
};

const readPage = (database: Database, websiteId: number, query: AuditQuery) => {
  const { page, pageSize, actor = '', subject = '' } = query;
  const where = 'FROM audit WHERE website_id = ? AND instr(lower(actor), ?) AND instr(lower(subject), ?)';
  const filterValues = [websiteId, actor.toLowerCase(), subject.toLowerCase()];
  return database.snapshot(() => ({
    entries: database
      .all(
        `SELECT * ${where} ORDER BY sequence DESC LIMIT ? OFFSET ?`,
        ...filterValues,
        pageSize,
        (page - 1) * pageSize,
      )
      .map(readAuditEntry),
    total: Number(database.get(`SELECT count(*) AS total ${where}`, ...filterValues)?.total),
  }));
};

/** An entry without an address is hashed without the field: older entries did not have it. */
const hashEntry = (previousHash: string, entry: HashedEntry): string => {
  const { from, ...rest } = entry;
  const hashedFields = from === null ? rest : entry;
  return createHash('sha256').update(previousHash).update(canonicalJson(hashedFields)).digest('hex');
};

type HashedEntry = { readonly from: unknown } & Readonly<Record<string, unknown>>;

const toHashedEntry = (row: Row): HashedEntry => {
  const { sequence, at, actor, action, subject, before, after } = row;
  const entry = { sequence, websiteId: row.website_id, at, actor, action, subject, before, after };
  return { ...entry, from: row.from_where };
};

export const readAuditEntry = (row: Row): AuditEntry => ({
  sequence: Number(row.sequence),
  at: String(row.at),
  actor: String(row.actor),
  from: row.from_where === null ? null : String(row.from_where),
  action: String(row.action),
  subject: String(row.subject),
  before: JSON.parse(String(row.before)) as unknown,
  after: JSON.parse(String(row.after)) as unknown,
});

/** The same text for equal values, whatever the order in which their properties were set. */
export const canonicalJson = (value: unknown): string => JSON.stringify(sortKeys(value));

const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value ?? null;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  const ordered = entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(ordered.map(([key, inner]) => [key, sortKeys(inner)]));
};
