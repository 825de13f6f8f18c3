import { Type } from 'typebox';
import { readAuditEntry } from '../audit.ts';
import { validate } from '../database/validate.ts';
import type { Database } from '../database/database.ts';
import { storedCampaign } from '../../contract/campaign.ts';
import type { CampaignChange } from '../store.ts';

const actionSchema = Type.Enum(['create', 'update', 'remove', 'undo']);
const campaignOrNull = Type.Union([storedCampaign, Type.Null()]);

/** Newest first. The history is read from the audit, so that the two cannot differ. */
export const readCampaignChanges = (
  database: Database,
  websiteId: number,
  ruleId: number,
): CampaignChange[] =>
  database
    .all(
      `SELECT * FROM audit WHERE website_id = ? AND action LIKE 'campaign.%'
       AND coalesce(json_extract(after, '$.ruleId'), json_extract(before, '$.ruleId')) = ?
       ORDER BY sequence DESC`,
      websiteId,
      ruleId,
    )
    .map((row) => {
      const { sequence, at, actor, action, before, after } = readAuditEntry(row);
      const what = `audit entry ${sequence}`;
      return {
        sequence,
        at,
        actor,
        action: validate(actionSchema, what, action.slice('campaign.'.length), 'corrupted'),
        before: validate(campaignOrNull, what, before, 'corrupted'),
        after: validate(campaignOrNull, what, after, 'corrupted'),
      };
    });

/** The last change that is not undone: each undo removes the change before it from the stack. */
export const findLastNotUndone = (newestFirst: readonly CampaignChange[]): CampaignChange | null => {
  const stack: CampaignChange[] = [];
  for (const change of newestFirst.toReversed()) {
    if (change.action === 'undo') stack.pop();
    else stack.push(change);
  }
  return stack.at(-1) ?? null;
};
