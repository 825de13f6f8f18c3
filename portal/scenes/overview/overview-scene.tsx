import { useMemo, useState } from 'react';
import type { Box, Dataset } from '../../api/types.ts';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { useAnalytics } from '../../data/analytics.ts';
import { useBoxes } from '../../data/boxes.ts';
import { useCampaigns } from '../../data/campaigns.ts';
import { useDatasets } from '../../data/datasets.ts';
import { useSession } from '../../data/session.ts';
import { useWebsiteName } from '../../routing/access.ts';
import { useText } from '../../texts/text-context.tsx';
import { getCampaignStatus } from '../campaigns/status.ts';
import { FirstSteps } from './first-steps.tsx';
import { listTasks } from './list-tasks.ts';
import { BoxList, CampaignList, DatasetList } from './overview-lists.tsx';
import { TaskList } from './task-list.tsx';
import { Week } from './week.tsx';

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The shop has data, a box and calls, so the first steps are no longer shown. */
const isInUse = (datasets: readonly Dataset[], boxes: readonly Box[]): boolean =>
  datasets.some(({ live }) => live !== null) && boxes.some(({ traffic }) => traffic !== null);

/** What the shop has, in one line; null until all of it is known. */
const useFacts = (website: string): string | null => {
  const { t } = useText();
  const [now] = useState(() => Date.now());
  const { data: datasets } = useDatasets(website);
  const { data: boxes } = useBoxes(website);
  const { data: campaigns } = useCampaigns(website);
  if (!datasets || !boxes || !campaigns) return null;
  return t('overview.facts', {
    products: sum(datasets.map(({ counts }) => counts?.products ?? 0)),
    boxes: boxes.length,
    campaigns: campaigns.filter((campaign) => getCampaignStatus(campaign, now) === 'running').length,
  });
};

/** The last seven days, by day. */
const useWeek = (website: string) => {
  const [now] = useState(() => Date.now());
  const request = useMemo(
    () => ({
      from: new Date(now - 7 * 86_400_000).toISOString(),
      to: new Date(now).toISOString(),
      compare: true,
      step: 'day' as const,
    }),
    [now],
  );
  return { now, analytics: useAnalytics(website, request).data ?? null };
};

export const OverviewScene = () => {
  const { t } = useText();
  const website = useWebsiteName();
  const { data: session } = useSession();
  const datasets = useDatasets(website);
  const boxes = useBoxes(website);
  const { data: campaigns = [] } = useCampaigns(website);
  const { now, analytics } = useWeek(website);
  const facts = useFacts(website);
  const displayName = session?.websites.find(({ name }) => name === website)?.displayName ?? website;
  return (
    <>
      <PageHeader title={displayName} lead={facts ?? t('overview.title')} />
      <QueryView query={datasets}>
        {(allDatasets) => (
          <QueryView query={boxes}>
            {(allBoxes) => (
              <div className="flex flex-col gap-6">
                {!isInUse(allDatasets, allBoxes) && (
                  <FirstSteps website={website} datasets={allDatasets} boxes={allBoxes} />
                )}
                {(allDatasets.length > 0 || campaigns.length > 0) && (
                  <TaskList
                    website={website}
                    tasks={listTasks({
                      datasets: allDatasets,
                      campaigns,
                      top: analytics?.top ?? null,
                      nowMs: now,
                    })}
                  />
                )}
                {analytics && <Week website={website} analytics={analytics} />}
                {allBoxes.length > 0 && (
                  <div className="grid items-start gap-6 xl:grid-cols-2">
                    <div className="flex min-w-0 flex-col gap-6">
                      <BoxList website={website} boxes={allBoxes} />
                      <DatasetList website={website} datasets={allDatasets} />
                    </div>
                    <CampaignList
                      website={website}
                      campaigns={campaigns}
                      catalogue={allBoxes.find(({ kind }) => kind === 'search')?.dataset}
                    />
                  </div>
                )}
              </div>
            )}
          </QueryView>
        )}
      </QueryView>
    </>
  );
};
