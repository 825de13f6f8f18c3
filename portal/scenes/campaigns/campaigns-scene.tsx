import { Link } from '@tanstack/react-router';
import { Megaphone, SearchX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Campaign } from '../../api/types.ts';
import { Button, buttonClass } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Pagination } from '../../components/display/pagination.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { Tabs } from '../../components/layout/tabs.tsx';
import { useCampaigns } from '../../data/campaigns.ts';
import { useHasRole, useWebsiteName } from '../../routing/access.ts';
import { useText } from '../../texts/text-context.tsx';
import { CampaignCalendar } from './campaign-calendar.tsx';
import { filterCampaigns, noFilter, rowsOfPage, takePage } from './campaign-filter.ts';
import { CampaignFilterBar } from './campaign-filter-bar.tsx';
import { CampaignList } from './campaign-list.tsx';
import { NewCampaignLinks } from './new-campaign-links.tsx';
import { useCampaignFilter } from './use-campaign-filter.ts';

/** Rows of the list are 4 rem high and its head 2.5 rem; those of the calendar 41 px, with 8 rem around them. */
const heightOfPage = {
  list: `${rowsOfPage * 4 + 2.5}rem`,
  calendar: `${rowsOfPage * 3.0625 + 9}rem`,
} as const;

/** Search, then a page of the list or of the calendar. A short last page is as high as the others: nothing jumps. */
const CampaignViews = ({ website, campaigns }: { website: string; campaigns: readonly Campaign[] }) => {
  const { t } = useText();
  const [view, setView] = useState<'list' | 'calendar'>('list');
  const [now] = useState(() => Date.now());
  const [filter, change] = useCampaignFilter();
  const found = filterCampaigns(campaigns, filter, now);
  const { page, pages, rows } = takePage(found, filter.page);
  const frame = (content: ReactNode) => (
    <Card flush>
      {found.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title={t('campaigns.none.title')}
          body={t('campaigns.none.body')}
          action={<Button onClick={() => change(noFilter)}>{t('campaigns.none.reset')}</Button>}
        />
      ) : (
        <>
          <div style={pages > 1 ? { minHeight: heightOfPage[view] } : undefined}>{content}</div>
          <Pagination page={page} pages={pages} onChange={(next) => change({ page: next })} />
        </>
      )}
    </Card>
  );
  return (
    <>
      <CampaignFilterBar value={filter} found={found.length} total={campaigns.length} onChange={change} />
      <Tabs
        label={t('campaigns.views')}
        value={view}
        onChange={setView}
        tabs={[
          {
            value: 'list',
            label: t('campaigns.view.list'),
            content: () => frame(<CampaignList website={website} found={found} rows={rows} />),
          },
          {
            value: 'calendar',
            label: t('campaigns.view.calendar'),
            content: () => frame(<CampaignCalendar website={website} campaigns={rows} />),
          },
        ]}
      />
    </>
  );
};

export const CampaignsScene = () => {
  const { t } = useText();
  const website = useWebsiteName();
  const canEdit = useHasRole('merchandiser');
  const query = useCampaigns(website);
  const create = canEdit ? (
    <Link
      to="/$website/campaigns/$ruleId"
      params={{ website, ruleId: 'new' }}
      className={buttonClass('primary')}
    >
      {t('campaigns.new')}
    </Link>
  ) : null;
  return (
    <>
      <PageHeader
        title={t('campaigns.title')}
        lead={t('campaigns.lead')}
        actions={query.data?.length ? create : null}
      />
      <QueryView query={query}>
        {(campaigns) => (
          <>
            {canEdit && <NewCampaignLinks website={website} />}
            {campaigns.length === 0 ? (
              <Card>
                <EmptyState
                  icon={Megaphone}
                  title={t('campaigns.empty.title')}
                  body={t('campaigns.empty.body')}
                  action={null}
                />
              </Card>
            ) : (
              <CampaignViews website={website} campaigns={campaigns} />
            )}
          </>
        )}
      </QueryView>
    </>
  );
};
