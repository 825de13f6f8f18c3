import { Link } from '@tanstack/react-router';
import { Megaphone } from 'lucide-react';
import { useState } from 'react';
import { buttonClass } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { Tabs } from '../../components/layout/tabs.tsx';
import { useCampaigns } from '../../data/campaigns.ts';
import { useHasRole, useWebsiteName } from '../../routing/access.ts';
import { useText } from '../../texts/text-context.tsx';
import { CampaignCalendar } from './campaign-calendar.tsx';
import { CampaignTable } from './campaign-table.tsx';

export const CampaignsScene = () => {
  const { t } = useText();
  const website = useWebsiteName();
  const canEdit = useHasRole('merchandiser');
  const query = useCampaigns(website);
  const [view, setView] = useState<'list' | 'calendar'>('list');
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
        {(campaigns) =>
          campaigns.length === 0 ? (
            <Card>
              <EmptyState
                icon={Megaphone}
                title={t('campaigns.empty.title')}
                body={t('campaigns.empty.body')}
                action={create}
              />
            </Card>
          ) : (
            <Tabs
              label={t('campaigns.views')}
              value={view}
              onChange={setView}
              tabs={[
                {
                  value: 'list',
                  label: t('campaigns.view.list'),
                  content: () => (
                    <Card flush>
                      <CampaignTable website={website} campaigns={campaigns} />
                    </Card>
                  ),
                },
                {
                  value: 'calendar',
                  label: t('campaigns.view.calendar'),
                  content: () => (
                    <Card flush>
                      <CampaignCalendar website={website} campaigns={campaigns} />
                    </Card>
                  ),
                },
              ]}
            />
          )
        }
      </QueryView>
    </>
  );
};
