import type { CampaignUse } from '../../../analytics/analytics.ts';
import type { Campaign } from '../../../domain/campaign.ts';
import type { WireAnalytics } from './schema.ts';

type WireCampaign = WireAnalytics['campaigns'][number];

/** Campaigns that still exist. One for a share of the traffic is read as an experiment. */
export const presentCampaigns = (
  uses: readonly CampaignUse[],
  campaigns: readonly Pick<Campaign, 'ruleId' | 'name' | 'share'>[],
): WireCampaign[] => {
  const byRule = new Map(campaigns.map((campaign) => [campaign.ruleId, campaign]));
  return uses.flatMap((use) => {
    const campaign = byRule.get(use.ruleId);
    if (!campaign) return [];
    const { ruleId, answers } = use;
    return [{ ruleId, campaign: campaign.name, answers, experiment: presentExperiment(use, campaign.share) }];
  });
};

const presentExperiment = (use: CampaignUse, share: number): WireCampaign['experiment'] =>
  share > 0 && share < 1 ? { share, with: use.with, without: use.without, difference: use.difference } : null;
