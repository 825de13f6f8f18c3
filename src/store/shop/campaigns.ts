import { Type } from 'typebox';
import { readAuditEntry, type StoreParts } from '../database/audit.ts';
import { parseJsonColumn, rememberRows, validate, deleteRows, findRow, insertRow } from '../database/rows.ts';
import type { Database, Row } from '../database/database.ts';
import { storedCampaign } from '../../contract/campaign.ts';
import type { Campaign } from '../../domain/campaign.ts';
import { isDeepStrictEqual } from 'node:util';
import { Fault, notThere } from '../../errors.ts';
import { createRepository } from './repository.ts';
import type { Actor } from '../../domain/operator.ts';

export type NewCampaign = Omit<Campaign, 'ruleId' | 'websiteId'>;

export const createCampaigns = ({ database, audit }: StoreParts) => {
  const read = rememberRows(readCampaign, 'rule_id');
  const byRuleId = (websiteId: number, ruleId: number): Campaign | null => {
    const row = findRow(database, 'campaigns', { website_id: websiteId, rule_id: ruleId });
    return row ? read(row) : null;
  };

  const { record, ...rows } = createRepository<Campaign, NewCampaign>({
    database,
    audit,
    table: 'campaigns',
    noun: 'campaign',
    read,
    columns: toColumns,
  });

  /** A removed campaign comes back with its own ruleId. */
  const write = (websiteId: number, ruleId: number, value: NewCampaign): Campaign | null => {
    insertRow(
      database,
      'campaigns',
      { rule_id: ruleId, website_id: websiteId, name: value.name, ...toColumns(websiteId, value) },
      `ON CONFLICT (rule_id) DO UPDATE
       SET name = excluded.name, box_id = excluded.box_id, settings = excluded.settings`,
    );
    return byRuleId(websiteId, ruleId);
  };

  /** By ruleId, so that the name can change too. */
  const replace = (websiteId: number, actor: Actor, ruleId: number, value: NewCampaign): Campaign => {
    const before = byRuleId(websiteId, ruleId);
    if (!before) throw notThere(`This website has no campaign with the ruleId ${ruleId}.`);
    if (isDeepStrictEqual(JSON.parse(JSON.stringify({ ...before, ...value })), before)) return before;
    const after = write(websiteId, ruleId, value);
    record(websiteId, actor, 'update', before, after);
    return after ?? before;
  };

  const history = (websiteId: number, ruleId: number) => readCampaignChanges(database, websiteId, ruleId);

  /**
   * Undoes the last change that is not yet undone, a removal included; null when that was its creation, so that
   * the campaign is gone. `conflict` when nothing is left to undo.
   */
  const undo = (websiteId: number, actor: Actor, ruleId: number): Campaign | null => {
    const undone = findLastNotUndone(history(websiteId, ruleId));
    if (!undone) {
      throw new Fault('conflict', `There is nothing to undo for the campaign with the ruleId ${ruleId}.`, {
        reason: { reason: 'nothing-to-undo' },
      });
    }
    const now = byRuleId(websiteId, ruleId);
    if (!undone.before) deleteRows(database, 'campaigns', { rule_id: ruleId });
    const after = undone.before && write(websiteId, ruleId, toNewCampaign(undone.before));
    record(websiteId, actor, 'undo', now, after);
    return after;
  };

  return { ...rows, byRuleId, replace, history, undo };
};

const toColumns = (websiteId: number, value: NewCampaign) => {
  validate(storedCampaign, `campaign ${value.name}`, { ruleId: 1, websiteId, ...value }, 'bad-input');
  const { name: _, boxId, ...settings } = value;
  return { box_id: boxId, settings: JSON.stringify(settings) };
};

const toNewCampaign = ({ ruleId: _, websiteId: __, ...draft }: Campaign): NewCampaign => draft;

const readCampaign = (row: Row): Campaign => {
  const { name } = row;
  const columns = { ruleId: row.rule_id, websiteId: row.website_id, boxId: row.box_id, name };
  const value = { ...parseJsonColumn(row, 'settings'), ...columns };
  return validate(storedCampaign, `campaign ${String(name)}`, value, 'corrupted');
};

/** One change of a campaign. `after` is null when it was removed. */
export type CampaignChange = {
  readonly sequence: number;
  readonly at: string;
  readonly actor: string;
  readonly action: 'create' | 'update' | 'remove' | 'undo';
  readonly before: Campaign | null;
  readonly after: Campaign | null;
};

const actionSchema = Type.Enum(['create', 'update', 'remove', 'undo']);
const campaignOrNull = Type.Union([storedCampaign, Type.Null()]);

/** Newest first. The history is read from the audit, so that the two cannot differ. */
const readCampaignChanges = (database: Database, websiteId: number, ruleId: number): CampaignChange[] =>
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
const findLastNotUndone = (newestFirst: readonly CampaignChange[]): CampaignChange | null => {
  const stack: CampaignChange[] = [];
  for (const change of newestFirst.toReversed()) {
    if (change.action === 'undo') stack.pop();
    else stack.push(change);
  }
  return stack.at(-1) ?? null;
};
