import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Campaign } from '../../api/types.ts';
import { Badge } from '../../components/display/badge.tsx';
import { type Column, rowLink, Table } from '../../components/display/table.tsx';
import { PictureProvider } from '../../components/products/picture-source.tsx';
import { useBoxes } from '../../data/boxes.ts';
import { classNames } from '../../styles/class-names.ts';
import type { Texts } from '../../texts/text-context.tsx';
import { useText } from '../../texts/text-context.tsx';
import { CampaignThumbnail } from './campaign-thumbnail.tsx';
import { getEffectKind } from './effects.ts';
import { type CampaignStatus, getCampaignStatus, statusTones } from './status.ts';
import { scheduleText } from './schedule-text.ts';

type CampaignTableProps = {
  website: string;
  campaigns: readonly Campaign[];
  /** Cells before and after the others, for who may change campaigns. */
  choice?: (campaign: Campaign) => ReactNode;
  actions?: (campaign: Campaign) => ReactNode;
};

/** The dataset that a campaign's products are of: that of its box, or of the first one. */
const useFindDataset = (website: string): ((box: string | undefined) => string | undefined) => {
  const { data = [] } = useBoxes(website);
  const boxes = data.filter(({ kind }) => kind === 'search');
  return (name) =>
    (boxes.find(({ declaration }) => declaration.name === name) ?? (name ? undefined : boxes[0]))?.dataset;
};

const StatusBadge = ({ status }: { status: CampaignStatus }) => {
  const { t } = useText();
  return <Badge tone={statusTones[status]}>{t(`status.${status}`)}</Badge>;
};

const describeColumns = (texts: Texts, now: number): Column<Campaign>[] => {
  const { t } = texts;
  return [
    {
      title: t('campaigns.column.effect'),
      wideOnly: true,
      cell: ({ declaration }) => (
        <span className="xl:whitespace-nowrap">{t(`effect.${getEffectKind(declaration.effect)}`)}</span>
      ),
    },
    {
      title: t('campaigns.column.status'),
      wideOnly: true,
      cell: (campaign) => <StatusBadge status={getCampaignStatus(campaign, now)} />,
    },
    {
      title: t('campaigns.column.box'),
      wideOnly: true,
      cell: ({ declaration }) => (
        <span className="text-muted xl:whitespace-nowrap">{declaration.box ?? t('campaigns.everyBox')}</span>
      ),
    },
    {
      title: t('campaigns.column.when'),
      wideOnly: true,
      cell: ({ declaration }) => (
        <span className="text-muted xl:whitespace-nowrap">{scheduleText(texts, declaration)}</span>
      ),
    },
  ];
};

export const CampaignTable = ({ website, campaigns, choice, actions }: CampaignTableProps) => {
  const texts = useText();
  const { t } = texts;
  const [now] = useState(() => Date.now());
  const findDataset = useFindDataset(website);
  const name: Column<Campaign> = {
    title: t('campaigns.column.name'),
    cell: (campaign) => {
      const { ruleId, declaration } = campaign;
      return (
        <span className="flex items-center gap-3">
          <PictureProvider website={website} dataset={findDataset(declaration.box)}>
            <CampaignThumbnail declaration={declaration} />
          </PictureProvider>
          <span className="flex flex-col items-start gap-1">
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
            {/* A column of its own has no room on a phone. */}
            <span className="sm:hidden">
              <StatusBadge status={getCampaignStatus(campaign, now)} />
            </span>
          </span>
        </span>
      );
    },
  };
  return (
    <Table
      label={t('campaigns.title')}
      rows={campaigns}
      rowKey={({ ruleId }) => ruleId}
      rowsAreLinks
      columns={[
        ...(choice ? [{ title: t('campaigns.column.choice'), titleHidden: true, cell: choice }] : []),
        name,
        ...describeColumns(texts, now),
        ...(actions ? [{ title: t('campaigns.column.actions'), titleHidden: true, cell: actions }] : []),
      ]}
    />
  );
};
