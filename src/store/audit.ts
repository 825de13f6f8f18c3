import { createHash } from 'node:crypto';
import { canonicalJson } from './database/canonical-json.ts';
import type { Database, Row } from './database/database.ts';
import type { Actor, AuditChange, AuditEntry, AuditQuery, Store } from './store.ts';

/** `record` belongs inside the transaction of the change it tells of. */
export type Audit = Store['audit'] & {
  /** Hash of the last entry: changes with every change, and is the same in every process. */
  head(): string;
};

const beginning = '0'.repeat(64);

/** Each entry's hash covers the one before: nothing can be changed or taken out without a trace. */
export const createAudit = (database: Database, now: () => Date): Audit => {
  const head = (): string =>
    String(database.get('SELECT hash FROM audit ORDER BY sequence DESC LIMIT 1')?.hash ?? beginning);

  const record = (change: AuditChange): void => {
    const previousHash = head();
    const last = Number(database.get('SELECT MAX(sequence) AS last FROM audit')?.last ?? 0);
    const link = {
      sequence: last + 1,
      websiteId: change.websiteId,
      at: now().toISOString(),
      actor: nameOf(change.actor),
      action: change.action,
      subject: change.subject,
      before: canonicalJson(change.before),
      after: canonicalJson(change.after),
      from: whereOf(change.actor),
    };
    database.run(
      `INSERT INTO audit (sequence, website_id, at, actor, action, subject, before, after, from_where, previous_hash, hash)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...Object.values(link),
      previousHash,
      hashOf(previousHash, link),
    );
  };

  return {
    head,
    record,
    list: (websiteId, limit) =>
      database
        .all('SELECT * FROM audit WHERE website_id = ? ORDER BY sequence DESC LIMIT ?', websiteId, limit)
        .map(entryOf),
    page: (websiteId, query) => pageOf(database, websiteId, query),
    verify: () => database.snapshot(() => firstBreak(database)),
  };
};

const firstBreak = (database: Database): ReturnType<Audit['verify']> => {
  let previous = { sequence: 0, hash: beginning };
  for (const row of database.all('SELECT * FROM audit ORDER BY sequence')) {
    const sequence = Number(row.sequence);
    if (sequence !== previous.sequence + 1) {
      return { sequence: previous.sequence + 1, problem: 'This entry is missing.' };
    }
    if (row.previous_hash !== previous.hash) {
      return { sequence, problem: 'This entry does not follow the one before it.' };
    }
    if (row.hash !== hashOf(previous.hash, linkOf(row))) {
      return { sequence, problem: 'This entry was changed after it was written.' };
    }
    previous = { sequence, hash: row.hash };
  }
  const counted = database.get("SELECT seq FROM sqlite_sequence WHERE name = 'audit'")?.seq ?? 0;
  if (Number(counted) === previous.sequence) return null;
  return { sequence: previous.sequence + 1, problem: 'Entries are missing at the end.' };
};

const pageOf = (database: Database, websiteId: number, query: AuditQuery): ReturnType<Audit['page']> => {
  const { page, pageSize, actor = '', subject = '' } = query;
  const where = 'FROM audit WHERE website_id = ? AND instr(lower(actor), ?) AND instr(lower(subject), ?)';
  const asked = [websiteId, actor.toLowerCase(), subject.toLowerCase()];
  return database.snapshot(() => ({
    entries: database
      .all(
        `SELECT * ${where} ORDER BY sequence DESC LIMIT ? OFFSET ?`,
        ...asked,
        pageSize,
        (page - 1) * pageSize,
      )
      .map(entryOf),
    total: Number(database.get(`SELECT count(*) AS total ${where}`, ...asked)?.total),
  }));
};

const nameOf = (actor: Actor): string => {
  return typeof actor === 'string' ? actor : actor.name;
};

const whereOf = (actor: Actor): string | null => {
  return typeof actor === 'string' ? null : actor.from;
};

/** What has no address is hashed without one, as entries were before they had any. */
const hashOf = (previousHash: string, link: Link): string => {
  const { from, ...rest } = link;
  const hashed = from === null ? rest : link;
  return createHash('sha256').update(previousHash).update(canonicalJson(hashed)).digest('hex');
};

type Link = { readonly from: unknown } & Readonly<Record<string, unknown>>;

const linkOf = (row: Row): Link => {
  const { sequence, at, actor, action, subject, before, after } = row;
  const said = { sequence, websiteId: row.website_id, at, actor, action, subject, before, after };
  return { ...said, from: row.from_where };
};

export const entryOf = (row: Row): AuditEntry => {
  return {
    sequence: Number(row.sequence),
    at: String(row.at),
    actor: String(row.actor),
    from: row.from_where === null ? null : String(row.from_where),
    action: String(row.action),
    subject: String(row.subject),
    before: JSON.parse(String(row.before)) as unknown,
    after: JSON.parse(String(row.after)) as unknown,
  };
};
