import { Link } from '@tanstack/react-router';
import type { Analytics } from '../../api/types.ts';
import { Badge } from '../../components/display/badge.tsx';
import { Table } from '../../components/display/table.tsx';
import { useText } from '../../texts/text-context.tsx';
import { judgeDifference } from './judge-difference.ts';
import { useRevenue } from './use-revenue.ts';

type CampaignRow = Analytics['campaigns'][number];
type Experiment = NonNullable<CampaignRow['experiment']>;

const tones = { better: 'positive', worse: 'danger', open: 'neutral' } as const;

const clickShare = ({ clicked, shown }: Experiment['with']): number => (shown === 0 ? 0 : clicked / shown);

/** What an experiment has shown so far; its page has the numbers behind it. */
const Outcome = ({ experiment }: { experiment: Experiment }) => {
  const { t, number, percent } = useText();
  const { difference } = experiment;
  if (difference === null) return <span className="text-muted">{t('analytics.experiment.noEvents')}</span>;
  const verdict = judgeDifference(difference);
  const interval = { low: number(difference.low * 100, 1), high: number(difference.high * 100, 1) };
  return (
    <span className="inline-flex flex-col items-start gap-1 sm:items-end">
      <Badge tone={tones[verdict]}>{t(`analytics.experiment.${verdict}`)}</Badge>
      <span className="text-sm text-muted">
        {t('analytics.experiment.sides', {
          with: percent(clickShare(experiment.with), 1),
          without: percent(clickShare(experiment.without), 1),
        })}
      </span>
      <span className="text-sm text-muted">{t('analytics.experiment.interval', interval)}</span>
    </span>
  );
};

/** Answers that each campaign changed; one for a share of the traffic is compared with the rest of the traffic. */
export const CampaignResults = ({
  website,
  campaigns,
}: {
  website: string;
  campaigns: readonly CampaignRow[];
}) => {
  const { t, number, percent } = useText();
  const revenueOf = useRevenue();
  const hasExperiment = campaigns.some(({ experiment }) => experiment !== null);
  return (
    <Table
      label={t('analytics.byCampaign')}
      rows={campaigns}
      rowKey={({ ruleId }) => ruleId}
      columns={[
        {
          title: t('campaigns.column.name'),
          cell: ({ ruleId, campaign, experiment }) => (
            <div className="min-w-44 wrap-break-word">
              <Link
                to="/$website/campaigns/$ruleId"
                params={{ website, ruleId: String(ruleId) }}
                className="inline-flex min-h-6 items-center font-medium hover:underline"
              >
                {campaign}
              </Link>
              {experiment && (
                <>
                  <span className="block text-sm text-muted">
                    {t('analytics.experiment.share', { share: percent(experiment.share) })}
                  </span>
                  {/* A column of its own has no room on a phone. */}
                  <span className="mt-1 block sm:hidden">
                    <Outcome experiment={experiment} />
                  </span>
                </>
              )}
            </div>
          ),
        },
        {
          title: t('analytics.changedAnswers'),
          numeric: true,
          wideOnly: true,
          cell: ({ answers }) => number(answers),
        },
        { title: t('analytics.clicks'), numeric: true, wideOnly: true, cell: ({ clicks }) => number(clicks) },
        { title: t('analytics.orders'), numeric: true, cell: ({ orders }) => number(orders) },
        {
          title: t('analytics.revenue'),
          numeric: true,
          cell: ({ revenue }) => revenueOf(revenue) ?? '–',
        },
        ...(hasExperiment
          ? [
              {
                title: t('analytics.experiment.result'),
                numeric: true,
                wideOnly: true,
                cell: ({ experiment }: CampaignRow) => experiment && <Outcome experiment={experiment} />,
              },
            ]
          : []),
      ]}
    />
  );
};
