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
export const presentCampaigns = ({
  redirect,
  banners,
  promotion,
  intent,
}: CampaignEffects): CampaignBlocks => {
  if (redirect !== null) {
    const { ruleId, campaignName, url } = redirect;
    return { redirect: { ruleId, campaignName, url } };
  }
  return {
    ...(banners.length > 0 && {
      banners: banners.map(({ contents, ...banner }) => ({
        ...banner,
        contents: nullIfEmpty(contents.map((content) => ({ content }))),
      })),
    }),
    ...(promotion && {
      promotionDetail: {
        ruleId: promotion.ruleId,
        highlighted: promotion.highlighted,
        campaignName: promotion.campaignName,
      },
    }),
    ...(intent && { intentClarification: presentIntent(intent) }),
  };
};

const presentIntent = (intent: NonNullable<CampaignEffects['intent']>) => {
  const { ruleId, campaignName, pattern, question, tiles, selected } = intent;
  return {
    ruleId,
    campaignName,
    pattern,
    clarifyingQuestion: question,
    intentTiles: nullIfEmpty(tiles.map(presentTile)),
    ...(selected && { selectedTile: presentTile(selected) }),
  };
};

const presentTile = ({ id, text, tile }: IntentTile) => ({ intentTileId: id, intentTileText: text, tile });
