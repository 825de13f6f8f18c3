import { notThere } from '../../errors.ts';
import type { StoreParts } from '../database/audit.ts';
import { alone, type Row } from '../database/database.ts';
import type { Actor, Visit } from '../../domain/operator.ts';
import { accountById } from './account-rows.ts';
import { deleteRows, insertRow, toInstant } from '../database/rows.ts';

export const visitDefaults = { lastsMs: 60 * 60_000 } as const;

/** Administrators enter a website for an hour; each visit is in the audit log of the website. */
export const createVisits = ({ database, audit, now }: StoreParts) => {
  /** Of those who are no administrator any more a visit counts no longer. */
  const list = (operatorId: number): Visit[] =>
    database
      .all(
        `SELECT visits.* FROM visits JOIN accounts ON accounts.id = account_id
         WHERE account_id = ? AND until_ms > ? AND administrator = 1 ORDER BY website_id`,
        operatorId,
        now().getTime(),
      )
      .map(toVisit);

  const record = (
    actor: Actor,
    operatorId: number,
    verb: 'start' | 'end',
    { websiteId, reason, until }: Visit,
  ): void => {
    const subject = `visit ${String(accountById(database, operatorId).email)}`;
    const change = { [verb === 'start' ? 'after' : 'before']: { reason, until } };
    audit.record(actor, `visit.${verb}`, subject, { websiteId, ...change });
  };

  const start = (websiteId: number, actor: Actor, operatorId: number, reason: string): Visit => {
    const nowMs = now().getTime();
    const untilMs = nowMs + visitDefaults.lastsMs;
    database.run('DELETE FROM visits WHERE until_ms <= ?', nowMs);
    insertRow(
      database,
      'visits',
      { website_id: websiteId, account_id: operatorId, reason, until_ms: untilMs },
      'ON CONFLICT DO UPDATE SET reason = excluded.reason, until_ms = excluded.until_ms',
    );
    const visit = { websiteId, reason, until: new Date(untilMs).toISOString() };
    record(actor, operatorId, 'start', visit);
    return visit;
  };

  /** `end` inside of a transaction; `not-found` when there is none. */
  const endWithin = (websiteId: number, actor: Actor, operatorId: number): void => {
    const visit = list(operatorId).find((each) => each.websiteId === websiteId);
    if (!visit) throw notThere('You have not entered this website.');
    deleteRows(database, 'visits', { website_id: websiteId, account_id: operatorId });
    record(actor, operatorId, 'end', visit);
  };

  return {
    list,
    /** The caller has checked the password again. A visit that has not ended begins anew. */
    start: alone(database)(start),
    end: alone(database)(endWithin),
    endWithin,
  };
};

const toVisit = (row: Row): Visit => ({
  websiteId: Number(row.website_id),
  reason: String(row.reason),
  until: toInstant(row.until_ms),
});
