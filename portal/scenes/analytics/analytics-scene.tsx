import { ChartSpline, Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Analytics } from '../../api/types.ts';
import { buttonClass } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { Checkbox } from '../../components/forms/checkbox.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { type AnalyticsRequest, analyticsCsvAddress, useAnalytics } from '../../data/analytics.ts';
import { useBoxes } from '../../data/boxes.ts';
import { useWebsiteName } from '../../routing/access.ts';
import { SelectField } from '../../components/forms/text-field.tsx';
import { useText } from '../../texts/text-context.tsx';
import { AnalyticsCharts } from './analytics-charts.tsx';
import { BoxResults } from './box-results.tsx';
import { CampaignResults } from './campaign-results.tsx';
import { CsvLink } from './csv-link.tsx';
import { Funnel } from './funnel.tsx';
import { KeyFigures } from './key-figures.tsx';
import { SimulatedNote } from './simulated-note.tsx';
import { TopLists } from './top-lists.tsx';

const periods = ['1', '7', '30', '90'] as const;
type Days = (typeof periods)[number];
/** `auto`: by hour up to a week, by day beyond. */
const steps = ['auto', 'hour', 'day'] as const;
type Step = (typeof steps)[number];

const chooseStep = (step: Step, days: number): 'hour' | 'day' => {
  if (days > 30) return 'day';
  return step === 'auto' ? (days <= 7 ? 'hour' : 'day') : step;
};

type ResultsProps = {
  website: string;
  request: AnalyticsRequest;
  days: number;
  keywordBoxes: readonly string[];
  analytics: Analytics;
};

const Results = ({ website, request, days, keywordBoxes, analytics }: ResultsProps) => {
  const { t } = useText();
  const { period, compared, series, boxes, campaigns, top } = analytics;
  if (!period || period.calls === 0)
    return (
      <Card>
        <EmptyState icon={ChartSpline} title={t('analytics.empty.title')} body={t('analytics.empty.body')} />
      </Card>
    );
  const csv = (table: 'boxes' | 'campaigns', title: string) => (
    <CsvLink website={website} request={request} table={table} title={title} />
  );
  return (
    <>
      <KeyFigures period={period} compared={compared} />
      <Funnel period={period} compared={compared} />
      <AnalyticsCharts series={series} step={request.step} days={days} />
      <TopLists website={website} request={request} keywordBoxes={keywordBoxes} top={top} />
      {boxes.length > 0 && (
        <Card flush title={t('analytics.byBox')} actions={csv('boxes', t('analytics.byBox'))}>
          <BoxResults website={website} boxes={boxes} />
        </Card>
      )}
      {campaigns.length > 0 && (
        <Card
          flush
          title={t('analytics.byCampaign')}
          description={t('analytics.byCampaign.lead')}
          actions={csv('campaigns', t('analytics.byCampaign'))}
        >
          <CampaignResults website={website} campaigns={campaigns} />
        </Card>
      )}
    </>
  );
};

export const AnalyticsScene = () => {
  const { t } = useText();
  const website = useWebsiteName();
  const { data: boxes = [] } = useBoxes(website);
  const [days, setDays] = useState<Days>('7');
  const [step, setStep] = useState<Step>('auto');
  const [box, setBox] = useState('');
  const [compare, setCompare] = useState(true);
  const [now] = useState(() => Date.now());
  const request = useMemo<AnalyticsRequest>(
    () => ({
      from: new Date(now - Number(days) * 86_400_000).toISOString(),
      to: new Date(now).toISOString(),
      compare,
      step: chooseStep(step, Number(days)),
      ...(box !== '' && { box }),
    }),
    [now, days, compare, step, box],
  );
  const query = useAnalytics(website, request);
  const names = boxes.map(({ declaration }) => declaration.name);
  const keywordBoxes = boxes
    .filter(({ kind }) => kind === 'relatedKeywords')
    .map(({ declaration }) => declaration.name);
  return (
    <>
      <PageHeader
        title={t('analytics.title')}
        lead={t('analytics.lead')}
        actions={
          <a href={analyticsCsvAddress(website, request, 'hours')} download className={buttonClass()}>
            <Download className="size-4" aria-hidden />
            {t('analytics.export')}
          </a>
        }
      />
      <div className="mb-6 flex flex-wrap items-end gap-4">
        <div className="w-44 max-sm:flex-1">
          <SelectField
            label={t('analytics.period')}
            value={days}
            onChange={setDays}
            options={periods.map((value) => ({ value, label: t(`analytics.period.${value}`) }))}
          />
        </div>
        <div className="w-44 max-sm:flex-1">
          <SelectField
            label={t('analytics.step')}
            value={step}
            onChange={setStep}
            options={steps.map((value) => ({ value, label: t(`analytics.step.${value}`) }))}
          />
        </div>
        <div className="w-56 max-sm:w-full">
          <SelectField
            label={t('analytics.box')}
            value={box}
            onChange={setBox}
            options={[
              { value: '', label: t('analytics.allBoxes') },
              ...names.map((value) => ({ value, label: value })),
            ]}
          />
        </div>
        <Checkbox label={t('analytics.compare')} checked={compare} onChange={setCompare} />
      </div>
      <SimulatedNote />
      <QueryView query={query}>
        {(analytics) => (
          <div className="flex flex-col gap-6">
            <Results
              website={website}
              request={request}
              days={Number(days)}
              keywordBoxes={keywordBoxes}
              analytics={analytics}
            />
          </div>
        )}
      </QueryView>
    </>
  );
};
