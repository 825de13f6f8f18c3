import { useMemo, useState } from 'react';
import type { Box, Dataset } from '../../api/types.ts';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { FigureTile } from '../../components/display/figure-tile.tsx';
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

const Figures = ({ datasets, boxes }: { datasets: readonly Dataset[]; boxes: readonly Box[] }) => {
  const { t, number } = useText();
  const [now] = useState(() => Date.now());
  const { data: campaigns } = useCampaigns(useWebsiteName());
  const counted = boxes.flatMap(({ traffic }) => (traffic === null ? [] : [sum(traffic)]));
  const running = campaigns?.filter((campaign) => getCampaignStatus(campaign, now) === 'running').length;
  return (
    <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <FigureTile
        name={t('overview.products')}
        value={number(sum(datasets.map(({ counts }) => counts?.products ?? 0)))}
      />
      <FigureTile
        name={t('overview.calls')}
        value={counted.length > 0 ? number(sum(counted)) : t('common.noData')}
      />
      <FigureTile name={t('overview.boxes')} value={number(boxes.length)} />
      <FigureTile name={t('overview.campaigns')} value={running === undefined ? '–' : number(running)} />
    </div>
  );
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
  const displayName = session?.websites.find(({ name }) => name === website)?.displayName ?? website;
  return (
    <>
      <PageHeader title={displayName} lead={t('overview.title')} />
      <QueryView query={datasets}>
        {(allDatasets) => (
          <QueryView query={boxes}>
            {(allBoxes) => (
              <div className="flex flex-col gap-6">
                <Figures datasets={allDatasets} boxes={allBoxes} />
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
