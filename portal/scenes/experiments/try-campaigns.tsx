import type { Campaign } from '../../api/types.ts';
import { Button } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { PictureProvider } from '../../components/products/picture-source.tsx';
import { useText } from '../../texts/text-context.tsx';
import { CampaignThumbnail } from '../campaigns/campaign-thumbnail.tsx';
import { getEffectKind } from '../campaigns/effects.ts';

const shown = 6;

type TryCampaignsProps = {
  website: string;
  campaigns: readonly Campaign[];
  findDataset: (box: string | undefined) => string | undefined;
  /** Null for who may not start one. */
  onTry: ((campaign: Campaign) => void) | null;
};

/** While no experiment is running: the campaigns that one could try out. */
export const TryCampaigns = ({ website, campaigns, findDataset, onTry }: TryCampaignsProps) => {
  const { t } = useText();
  return (
    <Card title={t('experiments.empty.title')} description={t('experiments.empty.body')}>
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {campaigns.slice(0, shown).map((campaign) => {
          const { name, box, effect } = campaign.declaration;
          return (
            <li
              key={campaign.ruleId}
              className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line px-4 py-3"
            >
              <PictureProvider website={website} dataset={findDataset(box)}>
                <CampaignThumbnail declaration={campaign.declaration} isLarge />
              </PictureProvider>
              <span className="min-w-0 flex-1 basis-24">
                <span className="line-clamp-2 font-medium">{name}</span>
                <span className="block text-sm text-muted">{t(`effect.${getEffectKind(effect)}`)}</span>
              </span>
              {onTry && (
                <Button
                  size="small"
                  aria-label={t('experiments.tryOf', { name })}
                  onClick={() => onTry(campaign)}
                >
                  {t('experiments.try')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
};
