import { Type } from 'typebox';
import { entryOf } from '../audit.ts';
import { checked } from '../database/checked.ts';
import type { Database } from '../database/database.ts';
import { campaignShape } from './shapes.ts';
import type { CampaignChange } from '../store.ts';

const verbs = Type.Enum(['create', 'update', 'remove', 'undo']);
const side = Type.Union([campaignShape, Type.Null()]);

/** Newest first. The audit is the history: what it tells cannot differ from what happened. */
export const changesOf = (database: Database, websiteId: number, ruleId: number): CampaignChange[] =>
  database
    .all(
      `SELECT * FROM audit WHERE website_id = ? AND action LIKE 'campaign.%'
       AND coalesce(json_extract(after, '$.ruleId'), json_extract(before, '$.ruleId')) = ?
       ORDER BY sequence DESC`,
      websiteId,
      ruleId,
    )
    .map((row) => {
      const { sequence, at, actor, action, before, after } = entryOf(row);
      const what = `audit entry ${sequence}`;
      return {
        sequence,
        at,
        actor,
        action: checked(verbs, what, action.slice('campaign.'.length), 'corrupted'),
        before: checked(side, what, before, 'corrupted'),
        after: checked(side, what, after, 'corrupted'),
      };
    });

/** The last change that no undo has taken back: each undo takes the one before it off the pile. */
export const lastStanding = (newestFirst: readonly CampaignChange[]): CampaignChange | null => {
  const pile: CampaignChange[] = [];
  for (const change of newestFirst.toReversed()) {
    if (change.action === 'undo') pile.pop();
    else pile.push(change);
  }
  return pile.at(-1) ?? null;
};
