import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Campaign } from '../../api/types.ts';
import { Badge } from '../../components/display/badge.tsx';
import { Button } from '../../components/buttons/button.tsx';
import { useFaultText } from '../../components/feedback/fault-text.ts';
import { ProgressBar } from '../../components/feedback/progress-bar.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { useToast } from '../../components/feedback/toast.tsx';
import { useAnalytics } from '../../data/analytics.ts';
import { useChangeCampaign, useSaveCampaign } from '../../data/campaigns.ts';
import { useText } from '../../texts/text-context.tsx';
import { CampaignThumbnail } from '../campaigns/campaign-thumbnail.tsx';
import { scheduleText } from '../campaigns/schedule-text.ts';
import { getCampaignStatus, statusTones } from '../campaigns/status.ts';
import { Arms } from './arms.tsx';
import { countDays, findPeriod, keepForAll } from './experiment.ts';

type ExperimentProps = { website: string; campaign: Campaign };

/** Before the start there is nothing to ask for. */
const Results = ({ website, campaign, now }: ExperimentProps & { now: number }) => {
  const { t } = useText();
  const [request] = useState(() => findPeriod(campaign.declaration, now));
  const query = useAnalytics(website, request);
  if (request === null) return <p className="text-muted">{t('experiments.notStarted')}</p>;
  return (
    <QueryView query={query}>
      {({ campaigns }) => {
        const experiment = campaigns.find(({ ruleId }) => ruleId === campaign.ruleId)?.experiment;
        return experiment ? (
          <Arms experiment={experiment} />
        ) : (
          <p className="text-muted">{t('experiments.wait')}</p>
        );
      }}
    </QueryView>
  );
};

/** Both ends of an experiment, each with a way back. */
const Decision = ({ website, campaign }: ExperimentProps) => {
  const { t } = useText();
  const toast = useToast();
  const describeFault = useFaultText();
  const { ruleId, declaration } = campaign;
  const { name } = declaration;
  const save = useSaveCampaign(website, ruleId);
  const { withdraw, undo } = useChangeCampaign(website);
  const finish = (change: Promise<unknown>, text: string): void =>
    void change.then(
      () =>
        toast(text, 'positive', {
          label: t('common.undo'),
          run: () => void undo.mutateAsync(ruleId).then(() => toast(t('campaign.undone'))),
        }),
      (error: unknown) => toast(describeFault(error), 'danger'),
    );
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        variant="primary"
        busy={save.isPending}
        onClick={() =>
          finish(save.mutateAsync({ body: keepForAll(declaration) }), t('experiments.kept', { name }))
        }
      >
        {t('experiments.keep')}
      </Button>
      <Button
        busy={withdraw.isPending}
        onClick={() => finish(withdraw.mutateAsync(ruleId), t('experiments.dropped', { name }))}
      >
        {t('experiments.drop')}
      </Button>
    </div>
  );
};

export const ExperimentCard = ({ website, campaign, canEdit }: ExperimentProps & { canEdit: boolean }) => {
  const texts = useText();
  const { t, percent } = texts;
  const [now] = useState(() => Date.now());
  const { ruleId, declaration } = campaign;
  const status = getCampaignStatus(campaign, now);
  const days = countDays(declaration, now);
  return (
    <li className="flex flex-col gap-4 rounded-2xl border border-line bg-surface p-5 shadow-low sm:p-6">
      <header className="flex items-start gap-3">
        <CampaignThumbnail declaration={declaration} />
        <div className="min-w-0 flex-1">
          <h2 className="text-lg wrap-anywhere">
            <Link
              to="/$website/campaigns/$ruleId"
              params={{ website, ruleId: String(ruleId) }}
              className="hover:underline"
            >
              {declaration.name}
            </Link>
          </h2>
          <p className="text-sm text-muted">
            {t('experiments.scope', {
              share: percent(declaration.share ?? 1),
              box: declaration.box ?? t('campaigns.everyBox'),
            })}
          </p>
        </div>
        <Badge tone={statusTones[status]}>{t(`status.${status}`)}</Badge>
      </header>
      {days === null ? (
        <p className="text-sm text-muted">{scheduleText(texts, declaration)}</p>
      ) : (
        <ProgressBar
          label={t('experiments.day', days)}
          value={days.day / days.days}
          detail={scheduleText(texts, declaration)}
        />
      )}
      <Results website={website} campaign={campaign} now={now} />
      {status === 'ended' && <p>{t('experiments.over')}</p>}
      {canEdit && <Decision website={website} campaign={campaign} />}
    </li>
  );
};
