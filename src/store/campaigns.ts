import type { Campaign } from '../domain/campaign.ts';
import type { Audit } from './audit.ts';
import { checked, jsonColumn } from './checked.ts';
import type { Database, Row } from './database.ts';
import { createNamed } from './named.ts';
import { campaignShape } from './shapes.ts';
import type { Named, NewCampaign } from './store.ts';

type Parts = { readonly database: Database; readonly audit: Audit };

export const createCampaigns = ({ database, audit }: Parts): Named<Campaign, NewCampaign> =>
  createNamed<Campaign, NewCampaign>({
    database,
    audit,
    table: 'campaigns',
    noun: 'campaign',
    read,
    columns: (websiteId, value) => {
      checked(campaignShape, `campaign ${value.name}`, { ruleId: 1, websiteId, ...value }, 'bad-input');
      const { name: _, boxId, ...settings } = value;
      return { box_id: boxId, settings: JSON.stringify(settings) };
    },
    guardChange: () => undefined,
    users: () => [],
    shown: (campaign) => campaign,
  });

function read(row: Row): Campaign {
  const { name } = row;
  const owned = { ruleId: row.rule_id, websiteId: row.website_id, boxId: row.box_id, name };
  const value = { ...jsonColumn(row, 'settings'), ...owned };
  return checked(campaignShape, `campaign ${String(name)}`, value, 'corrupted');
}
