import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Box, Campaign, Dataset } from '../../api/types.ts';
import { Badge } from '../../components/display/badge.tsx';
import { Card } from '../../components/layout/card.tsx';
import { Sparkline } from '../../components/charts/sparkline.tsx';
import { PictureProvider } from '../../components/products/picture-source.tsx';
import { useHasRole } from '../../routing/access.ts';
import { useText } from '../../texts/text-context.tsx';
import { kindTexts } from '../boxes/kinds.ts';
import { CampaignThumbnail } from '../campaigns/campaign-thumbnail.tsx';
import { getEffectKind } from '../campaigns/effects.ts';
import { getCampaignStatus, statusTones } from '../campaigns/status.ts';
import { scheduleText } from '../campaigns/schedule-text.ts';
import { DatasetState } from '../datasets/dataset-state.tsx';

const maxRows = 6;

type Row = {
  key: string | number;
  link: LinkProps;
  name: string;
  detail: string;
  aside: ReactNode;
  picture?: ReactNode;
};

/** The first rows of a list as links, with a link to the whole list. */
const ListCard = ({ title, all, rows }: { title: string; all: LinkProps; rows: readonly Row[] }) => {
  const { t } = useText();
  return (
    <Card
      title={title}
      actions={
        <Link {...all} className="inline-flex min-h-6 items-center text-sm text-accent-ink hover:underline">
          {t('overview.all')}
        </Link>
      }
    >
      <ul className="divide-y divide-line">
        {rows.slice(0, maxRows).map(({ key, link, name, detail, aside, picture }) => (
          <li key={key} className="flex min-h-14 items-center gap-4 py-2 first:pt-0 last:pb-0">
            {picture}
            <span className="min-w-0 flex-1">
              <Link {...link} className="block min-h-6 truncate font-medium hover:underline">
                {name}
              </Link>
              <span className="line-clamp-2 text-sm text-muted">{detail}</span>
            </span>
            {aside}
          </li>
        ))}
      </ul>
    </Card>
  );
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export const BoxList = ({ website, boxes }: { website: string; boxes: readonly Box[] }) => {
  const { t, number } = useText();
  const rows = boxes.map(({ declaration: { name }, kind, traffic, tracker }) => ({
    key: tracker,
    link: { to: '/$website/boxes/$box', params: { website, box: name } } satisfies LinkProps,
    name,
    detail: t(kindTexts[kind]),
    aside:
      traffic === null ? (
        <span className="text-sm text-muted">{t('common.noData')}</span>
      ) : (
        <>
          <Sparkline values={traffic} label={t('boxes.trafficOf', { name })} />
          <span className="w-14 text-right font-medium">{number(sum(traffic))}</span>
        </>
      ),
  }));
  return (
    <ListCard
      title={t('overview.traffic')}
      all={{ to: '/$website/boxes', params: { website } }}
      rows={rows}
    />
  );
};

/** Running campaigns first, then scheduled ones; ended ones are left out. */
const statusOrder = { running: 0, scheduled: 1, draft: 2, paused: 3, ended: 4 } as const;

const NoCampaigns = ({ website }: { website: string }) => {
  const { t } = useText();
  const canEdit = useHasRole('merchandiser');
  return (
    <Card title={t('overview.campaignList')}>
      <p className="text-muted">{t('overview.noCampaigns')}</p>
      {canEdit && (
        <Link
          to="/$website/campaigns/$ruleId"
          params={{ website, ruleId: 'new' }}
          className="mt-2 inline-flex min-h-6 items-center text-accent-ink hover:underline"
        >
          {t('campaigns.new')}
        </Link>
      )}
    </Card>
  );
};

type CampaignListProps = {
  website: string;
  campaigns: readonly Campaign[];
  /** Where the pictures come from. */
  catalogue: string | undefined;
};

export const CampaignList = ({ website, campaigns, catalogue }: CampaignListProps) => {
  const texts = useText();
  const { t } = texts;
  const [now] = useState(() => Date.now());
  const current = campaigns
    .map((campaign) => ({ ...campaign, status: getCampaignStatus(campaign, now) }))
    .filter(({ status }) => status !== 'ended')
    .toSorted((a, b) => statusOrder[a.status] - statusOrder[b.status]);
  if (current.length === 0) return <NoCampaigns website={website} />;
  const rows = current.map(({ ruleId, declaration, status }) => ({
    key: ruleId,
    link: {
      to: '/$website/campaigns/$ruleId',
      params: { website, ruleId: String(ruleId) },
    } satisfies LinkProps,
    name: declaration.name,
    // What always runs needs no word for it.
    detail: [
      t(`effect.${getEffectKind(declaration.effect)}`),
      ...((declaration.from ?? declaration.until) ? [scheduleText(texts, declaration)] : []),
    ].join(' · '),
    aside: <Badge tone={statusTones[status]}>{t(`status.${status}`)}</Badge>,
    picture: (
      <PictureProvider website={website} dataset={catalogue}>
        <CampaignThumbnail declaration={declaration} />
      </PictureProvider>
    ),
  }));
  return (
    <ListCard
      title={t('overview.campaignList')}
      all={{ to: '/$website/campaigns', params: { website } }}
      rows={rows}
    />
  );
};

export const DatasetList = ({ website, datasets }: { website: string; datasets: readonly Dataset[] }) => {
  const { t, ago } = useText();
  const rows = datasets.map((dataset) => ({
    key: dataset.tracker,
    link: {
      to: '/$website/datasets/$dataset',
      params: { website, dataset: dataset.declaration.name },
    } satisfies LinkProps,
    name: dataset.declaration.name,
    detail: dataset.live
      ? t(dataset.counts ? 'overview.catalogueLive' : 'overview.datasetLive', {
          size: dataset.counts?.products ?? dataset.live.size,
          when: ago(dataset.live.builtAt),
        })
      : t(`datasets.kind.${dataset.declaration.kind}`),
    aside: <DatasetState dataset={dataset} />,
  }));
  return (
    <ListCard
      title={t('datasets.title')}
      all={{ to: '/$website/datasets', params: { website } }}
      rows={rows}
    />
  );
};
