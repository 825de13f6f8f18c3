import { describeCampaign } from '../../../declare/describe/describe-campaign.ts';
import { type Campaign, isUnconditional } from '../../../domain/campaign.ts';
import { decodeRecord } from '../../../domain/product-record.ts';
import type { CampaignReview } from '../../../operations/campaigns/review-campaign.ts';
import type { SchemaValue } from '../contract/route.ts';
import { presentProduct } from '../products/presenter.ts';
import type { CampaignChange } from '../../../store/store.ts';
import type { CampaignReview as ReviewSchema, WireCampaign, WireCampaignChange } from './schema.ts';

type BoxName = (id: number) => string;

const describeDeclared = (campaign: Campaign, boxName: BoxName) =>
  describeCampaign(campaign, campaign.boxId === null ? null : boxName(campaign.boxId));

export const presentCampaign = (campaign: Campaign, boxName: BoxName): WireCampaign => ({
  declaration: describeDeclared(campaign, boxName),
  ruleId: campaign.ruleId,
  state: campaign.state,
});

export const presentReview = (
  { when }: Pick<Campaign, 'when'>,
  boxes: readonly { readonly name: string; readonly dataset: string }[],
  review: CampaignReview | null,
): SchemaValue<typeof ReviewSchema> => ({
  boxes: boxes.map(({ name }) => name),
  unconditional: isUnconditional(when),
  products: review?.products ?? 0,
  isPartial: review?.isPartial ?? false,
  examples: (review?.examples ?? []).map(({ identifier, record, dataset: searched }) => ({
    ...presentProduct(identifier, decodeRecord(record)),
    box: boxes.find(({ dataset }) => dataset === searched)?.name ?? '',
  })),
  conflicts: (review?.conflicts ?? []).map(({ ruleId, name }) => ({ ruleId, name })),
});

export const presentChange = (change: CampaignChange, boxName: BoxName): WireCampaignChange => ({
  at: change.at,
  actor: change.actor,
  action: change.action,
  before: change.before && describeDeclared(change.before, boxName),
  after: change.after && describeDeclared(change.after, boxName),
});
