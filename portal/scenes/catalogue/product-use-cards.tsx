import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ProductUse } from '../../api/types.ts';
import { Button } from '../../components/buttons/button.tsx';
import { Badge } from '../../components/display/badge.tsx';
import { Table } from '../../components/display/table.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useFields } from '../../data/datasets.ts';
import { useText } from '../../texts/text-context.tsx';
import { ChangeList } from '../datasets/change-list.tsx';
import { ProductLinks } from './product-links.tsx';

/** A shop may have hundreds that apply to every product; what comes below should stay in sight. */
const shownCampaigns = 8;

type ProductUseCardsProps = { website: string; dataset: string; use: ProductUse };

const Campaigns = ({ website, campaigns }: { website: string; campaigns: ProductUse['campaigns'] }) => {
  const { t } = useText();
  const [isWhole, setIsWhole] = useState(false);
  const hidden = campaigns.length - shownCampaigns;
  return (
    <>
      <CampaignRows website={website} campaigns={isWhole ? campaigns : campaigns.slice(0, shownCampaigns)} />
      {!isWhole && hidden > 0 && (
        <p className="border-t border-line px-5 py-3 sm:px-6">
          <Button size="small" onClick={() => setIsWhole(true)}>
            {t('item.allCampaigns', { count: campaigns.length })}
          </Button>
        </p>
      )}
    </>
  );
};

const CampaignRows = ({ website, campaigns }: { website: string; campaigns: ProductUse['campaigns'] }) => {
  const { t } = useText();
  return (
    <Table
      label={t('item.campaigns')}
      rows={campaigns}
      rowKey={({ ruleId }) => ruleId}
      columns={[
        {
          title: t('item.campaignName'),
          cell: ({ ruleId, name }) => (
            <Link
              to="/$website/campaigns/$ruleId"
              params={{ website, ruleId: String(ruleId) }}
              className="inline-flex min-h-6 items-center min-w-28 font-medium wrap-break-word hover:underline"
            >
              {name}
            </Link>
          ),
        },
        {
          title: t('item.campaignDoes'),
          cell: ({ roles }) => (
            <span className="flex flex-wrap gap-1">
              {roles.map((role) => (
                <Badge key={role} tone={role === 'hide' || role === 'bury' ? 'warning' : 'info'}>
                  {t(`item.role.${role}`)}
                </Badge>
              ))}
            </span>
          ),
        },
        {
          title: t('item.campaignState'),
          wideOnly: true,
          cell: ({ state }) => (
            <Badge tone={state === 'published' ? 'positive' : 'neutral'}>{t(`item.state.${state}`)}</Badge>
          ),
        },
      ]}
    />
  );
};

const Empty = ({ text }: { text: string }) => <p className="px-5 pb-5 text-muted sm:px-6">{text}</p>;

/** Variants, campaigns and live changes of a product. */
export const ProductUseCards = ({ website, dataset, use }: ProductUseCardsProps) => {
  const { t } = useText();
  const { variants, campaigns, changes } = use;
  const { data: fields = [] } = useFields(website, dataset);
  return (
    <>
      {variants.length > 0 && (
        <Card title={t('item.variants')}>
          <ProductLinks website={website} dataset={dataset} label={t('item.variants')} products={variants} />
        </Card>
      )}
      <Card title={t('item.campaigns')} description={t('item.campaignsHint')} flush>
        {campaigns.length === 0 ? (
          <Empty text={t('item.noCampaigns')} />
        ) : (
          <Campaigns website={website} campaigns={campaigns} />
        )}
      </Card>
      <Card title={t('item.history')} flush>
        {changes.length === 0 ? (
          <Empty text={t('item.noHistory')} />
        ) : (
          <ChangeList changes={changes} named={fields} ofOneProduct />
        )}
      </Card>
    </>
  );
};
