import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Campaign } from '../../api/types.ts';
import { Badge } from '../../components/display/badge.tsx';
import { Table } from '../../components/display/table.tsx';
import { useText } from '../../texts/text-context.tsx';
import { getEffectKind } from './effects.ts';
import { getCampaignStatus, statusTones } from './status.ts';
import { scheduleText } from './schedule-text.ts';

export const CampaignTable = ({
  website,
  campaigns,
}: {
  website: string;
  campaigns: readonly Campaign[];
}) => {
  const texts = useText();
  const { t } = texts;
  const [now] = useState(() => Date.now());
  return (
    <Table
      label={t('campaigns.title')}
      rows={campaigns}
      rowKey={({ ruleId }) => ruleId}
      columns={[
        {
          title: t('campaigns.column.name'),
          cell: ({ ruleId, declaration: { name } }) => (
            <Link
              to="/$website/campaigns/$ruleId"
              params={{ website, ruleId: String(ruleId) }}
              className="inline-flex min-h-6 items-center font-medium wrap-anywhere hover:underline"
            >
              {name}
            </Link>
          ),
        },
        {
          title: t('campaigns.column.effect'),
          wideOnly: true,
          cell: ({ declaration }) => t(`effect.${getEffectKind(declaration.effect)}`),
        },
        {
          title: t('campaigns.column.status'),
          cell: (campaign) => {
            const status = getCampaignStatus(campaign, now);
            return <Badge tone={statusTones[status]}>{t(`status.${status}`)}</Badge>;
          },
        },
        {
          title: t('campaigns.column.box'),
          wideOnly: true,
          cell: ({ declaration }) => (
            <span className="text-muted">{declaration.box ?? t('campaigns.everyBox')}</span>
          ),
        },
        {
          title: t('campaigns.column.when'),
          wideOnly: true,
          cell: ({ declaration }) => <span className="text-muted">{scheduleText(texts, declaration)}</span>,
        },
      ]}
    />
  );
};
