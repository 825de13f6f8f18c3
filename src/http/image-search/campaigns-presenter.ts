import type { IntentTile } from '../../domain/campaign.ts';
import type { CampaignEffects } from '../../operations/campaigns/apply-campaigns.ts';
import type { WireImageSearchResult } from './schema.ts';
import { nullIfEmpty } from './wire-filters.ts';

type CampaignBlocks = Pick<
  WireImageSearchResult,
  'redirect' | 'banners' | 'promotionDetail' | 'intentClarification'
>;

/**
 * The optional blocks that campaigns fill; an empty one is left out. A redirect excludes the others, since the shop
 * shows nothing else of the answer. (Ads contain product records and are spliced in by presenter.ts.)
 */
export const presentCampaigns = (effects: CampaignEffects): CampaignBlocks => {
  const { redirect, banners, promotion, intent } = effects;
  if (redirect !== null) return { redirect: presentRedirect(redirect) };
  return {
    ...(banners.length === 0 ? {} : { banners: banners.map(presentBanner) }),
    ...(promotion === null ? {} : { promotionDetail: presentPromotion(promotion) }),
    ...(intent === null ? {} : { intentClarification: presentIntent(intent) }),
  };
};

const presentRedirect = ({ ruleId, campaignName, url }: NonNullable<CampaignEffects['redirect']>) => {
  return { ruleId, campaignName, url };
};

const presentBanner = ({ ruleId, campaignName, position, contents }: CampaignEffects['banners'][number]) => {
  return { ruleId, campaignName, position, contents: nullIfEmpty(contents.map((content) => ({ content }))) };
};

const presentPromotion = ({
  ruleId,
  highlighted,
  campaignName,
}: NonNullable<CampaignEffects['promotion']>) => {
  return { ruleId, highlighted, campaignName };
};

const presentIntent = (intent: NonNullable<CampaignEffects['intent']>) => {
  const { ruleId, campaignName, pattern, question, tiles, selected } = intent;
  return {
    ruleId,
    campaignName,
    pattern,
    clarifyingQuestion: question,
    intentTiles: nullIfEmpty(tiles.map(presentTile)),
    ...(selected === null ? {} : { selectedTile: presentTile(selected) }),
  };
};

const presentTile = ({ id, text, tile }: IntentTile) => {
  return { intentTileId: id, intentTileText: text, tile };
};
