import { describeCampaign } from '../../../declare/describe/describe-campaign.ts';
import type { Campaign } from '../../../domain/campaign.ts';
import type { CampaignChange } from '../../../store/store.ts';
import type { WireCampaign, WireCampaignChange } from './schema.ts';

type BoxName = (id: number) => string;

const describeDeclared = (campaign: Campaign, boxName: BoxName) =>
  describeCampaign(campaign, campaign.boxId === null ? null : boxName(campaign.boxId));

export const presentCampaign = (campaign: Campaign, boxName: BoxName): WireCampaign => ({
  declaration: describeDeclared(campaign, boxName),
  ruleId: campaign.ruleId,
  state: campaign.state,
});

export const presentChange = (change: CampaignChange, boxName: BoxName): WireCampaignChange => ({
  at: change.at,
  actor: change.actor,
  action: change.action,
  before: change.before && describeDeclared(change.before, boxName),
  after: change.after && describeDeclared(change.after, boxName),
});
