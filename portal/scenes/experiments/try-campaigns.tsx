import type { Campaign } from '../../api/types.ts';
import { Button } from '../../components/buttons/button.tsx';
import { useFaultText } from '../../components/feedback/fault-text.ts';
import { useToast } from '../../components/feedback/toast.tsx';
import { Card } from '../../components/layout/card.tsx';
import { PictureProvider } from '../../components/products/picture-source.tsx';
import { useChangeCampaign, useSaveCampaign } from '../../data/campaigns.ts';
import { useText } from '../../texts/text-context.tsx';
import { CampaignThumbnail } from '../campaigns/campaign-thumbnail.tsx';
import { getEffectKind } from '../campaigns/effects.ts';
import { startExperiment, usualTrial } from './experiment.ts';

const shown = 6;

/** Starts at once with what gives a clear answer soonest, and offers the way back. */
const TryButton = ({ website, campaign }: { website: string; campaign: Campaign }) => {
  const { t } = useText();
  const toast = useToast();
  const describeFault = useFaultText();
  const { ruleId, declaration } = campaign;
  const { name } = declaration;
  const save = useSaveCampaign(website, ruleId);
  const { undo } = useChangeCampaign(website);
  const takeBack = (): void => void undo.mutateAsync(ruleId).then(() => toast(t('campaign.undone')));
  const start = (): void =>
    void save.mutateAsync({ body: startExperiment(declaration, { ...usualTrial, now: Date.now() }) }).then(
      () => toast(t('experiments.started', { name }), 'positive', { label: t('common.undo'), run: takeBack }),
      (error: unknown) => toast(describeFault(error), 'danger'),
    );
  return (
    <Button size="small" busy={save.isPending} aria-label={t('experiments.tryOf', { name })} onClick={start}>
      {t('experiments.try')}
    </Button>
  );
};

type TryCampaignsProps = {
  website: string;
  title: string;
  campaigns: readonly Campaign[];
  findDataset: (box: string | undefined) => string | undefined;
  canTry: boolean;
};

/** The newest campaigns that one could try out. */
export const TryCampaigns = ({ website, title, campaigns, findDataset, canTry }: TryCampaignsProps) => {
  const { t } = useText();
  return (
    <Card title={title} description={t('experiments.empty.body')}>
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {campaigns
          .slice(-shown)
          .toReversed()
          .map((campaign) => {
            const { name, box, effect } = campaign.declaration;
            return (
              <li
                key={campaign.ruleId}
                className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line px-4 py-3"
              >
                <PictureProvider website={website} dataset={findDataset(box)}>
                  <CampaignThumbnail declaration={campaign.declaration} size="size-16" />
                </PictureProvider>
                <span className="min-w-0 flex-1 basis-24">
                  <span className="line-clamp-2 font-medium">{name}</span>
                  <span className="block text-sm text-muted">{t(`effect.${getEffectKind(effect)}`)}</span>
                </span>
                {canTry && <TryButton website={website} campaign={campaign} />}
              </li>
            );
          })}
      </ul>
    </Card>
  );
};
