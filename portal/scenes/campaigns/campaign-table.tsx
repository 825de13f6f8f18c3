import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Campaign, CampaignDeclaration } from '../../api/types.ts';
import { Badge } from '../../components/display/badge.tsx';
import { type Column, rowLink, Table } from '../../components/display/table.tsx';
import { PictureProvider } from '../../components/products/picture-source.tsx';
import { useCampaignClicks } from '../../data/analytics.ts';
import { useBoxes } from '../../data/boxes.ts';
import { classNames } from '../../styles/class-names.ts';
import type { Texts } from '../../texts/text-context.tsx';
import { useText } from '../../texts/text-context.tsx';
import { CampaignSample } from './campaign-sample.tsx';
import { effectIcons } from './effect-icons.ts';
import { getEffectKind } from './effects.ts';
import { type CampaignStatus, getCampaignStatus, statusTones } from './status.ts';
import { scheduleText } from './schedule-text.ts';

type CampaignTableProps = {
  website: string;
  campaigns: readonly Campaign[];
  /** The box that the table is about. */
  box?: string;
  /** Cells before and after the others, for who may change campaigns. */
  choice?: (campaign: Campaign) => ReactNode;
  actions?: (campaign: Campaign) => ReactNode;
};

/** The dataset that a campaign's products are of: that of its box, or of the first one. */
export const useFindDataset = (website: string): ((box: string | undefined) => string | undefined) => {
  const { data = [] } = useBoxes(website);
  const boxes = data.filter(({ kind }) => kind === 'search');
  return (name) =>
    (boxes.find(({ declaration }) => declaration.name === name) ?? (name ? undefined : boxes[0]))?.dataset;
};

const StatusBadge = ({ status }: { status: CampaignStatus }) => {
  const { t } = useText();
  return <Badge tone={statusTones[status]}>{t(`status.${status}`)}</Badge>;
};

/** What is said of a campaign below its name: the kind, and what is not the same for all. */
const describe = (texts: Texts, declaration: CampaignDeclaration, place: string | undefined): string => {
  const { box, from, until, effect } = declaration;
  return [
    texts.t(`effect.${getEffectKind(effect)}`),
    ...(box === undefined || box === place ? [] : [box]),
    ...((from ?? until) === undefined ? [] : [scheduleText(texts, declaration)]),
  ].join(' · ');
};

export const CampaignTable = ({ website, campaigns, box, choice, actions }: CampaignTableProps) => {
  const texts = useText();
  const { t, number } = texts;
  const [now] = useState(() => Date.now());
  const findDataset = useFindDataset(website);
  const clicksOf = useCampaignClicks(website);
  const sampleOf = ({ declaration: { box: own, effect, name } }: Campaign) => (
    <PictureProvider website={website} dataset={findDataset(own)}>
      <CampaignSample effect={effect} label={t('campaigns.sampleOf', { name })} />
    </PictureProvider>
  );
  const columns: Column<Campaign>[] = [
    {
      title: t('campaigns.column.name'),
      cell: (campaign) => {
        const { ruleId, declaration } = campaign;
        const Icon = effectIcons[getEffectKind(declaration.effect)];
        return (
          <span className="flex items-center gap-3">
            <Icon className="size-5 shrink-0 text-muted" aria-hidden />
            <span className="flex min-w-0 flex-col items-start max-sm:max-w-40">
              <Link
                to="/$website/campaigns/$ruleId"
                params={{ website, ruleId: String(ruleId) }}
                className={classNames(
                  'inline-flex min-h-6 items-center font-medium wrap-anywhere hover:underline',
                  rowLink,
                )}
              >
                {declaration.name}
              </Link>
              <span className="text-sm text-muted">{describe(texts, declaration, box)}</span>
              {/* Columns of their own have no room on a phone. */}
              <span className="mt-1 flex flex-col items-start gap-1.5 sm:hidden">
                <StatusBadge status={getCampaignStatus(campaign, now)} />
                {sampleOf(campaign)}
              </span>
            </span>
          </span>
        );
      },
    },
    { title: t('campaigns.column.shows'), wideOnly: true, cell: sampleOf },
    {
      title: t('campaigns.column.status'),
      wideOnly: true,
      cell: (campaign) => <StatusBadge status={getCampaignStatus(campaign, now)} />,
    },
    {
      title: t('campaigns.column.clicks'),
      numeric: true,
      wideOnly: true,
      cell: ({ ruleId }) => {
        const clicks = clicksOf(ruleId);
        return clicks === null ? '–' : number(clicks);
      },
    },
  ];
  return (
    <Table
      label={t('campaigns.title')}
      rows={campaigns}
      rowKey={({ ruleId }) => ruleId}
      rowsAreLinks
      columns={[
        ...(choice ? [{ title: t('campaigns.column.choice'), titleHidden: true, cell: choice }] : []),
        ...columns,
        ...(actions ? [{ title: t('campaigns.column.actions'), titleHidden: true, cell: actions }] : []),
      ]}
    />
  );
};
