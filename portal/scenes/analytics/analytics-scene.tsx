import { ArrowDownRight, ArrowUpRight, ChartSpline, Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Analytics, Period } from '../../api/types.ts';
import { BarChart } from '../../components/charts/bar-chart.tsx';
import { buttonClass } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { Checkbox } from '../../components/forms/checkbox.tsx';
import { LineChart } from '../../components/charts/line-chart.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { FigureTile } from '../../components/display/figure-tile.tsx';
import { analyticsCsvAddress, useAnalytics } from '../../data/analytics.ts';
import { useWebsiteName } from '../../routing/access.ts';
import { SelectField } from '../../components/forms/text-field.tsx';
import { useText } from '../../texts/text-context.tsx';

const maxBars = 10;
const periods = ['1', '7', '30', '90'] as const;
type Days = (typeof periods)[number];

const answeredShare = ({ found, notFound }: Period): number | null =>
  found + notFound === 0 ? null : found / (found + notFound);

/** More or fewer calls are neither good nor bad, so the arrow has no colour. */
const Change = ({ share }: { share: number }) => {
  const { percent } = useText();
  const Icon = share < 0 ? ArrowDownRight : ArrowUpRight;
  return (
    <span className="inline-flex items-center font-medium text-ink">
      <Icon className="size-4" aria-hidden />
      {percent(share)}
    </span>
  );
};

const KeyFigures = ({ period, compared }: { period: Period; compared: Period | null }) => {
  const { t, number, percent } = useText();
  const share = (value: number | null): string => (value === null ? t('common.noData') : percent(value, 1));
  const ms = (value: number | null): string =>
    value === null ? t('common.noData') : t('analytics.ms', { ms: number(value, 1) });
  const before = (value: string | undefined) =>
    value === undefined ? undefined : t('analytics.before', { value });
  const clicked = (value: number | null, old: number | null | undefined) => ({
    value: share(value),
    detail:
      value === null ? t('analytics.noEvents') : before(typeof old === 'number' ? share(old) : undefined),
  });
  const speed =
    period.p50Ms === null
      ? undefined
      : t('analytics.latencyDetail', { p50: number(period.p50Ms, 1), p99: number(period.p99Ms ?? 0, 1) });
  return (
    <div className="grid grid-cols-2 gap-4 lg:grid-cols-5 max-lg:[&>*:last-child]:col-span-2">
      <FigureTile
        name={t('analytics.calls')}
        value={number(period.calls)}
        detail={
          compared &&
          compared.calls > 0 && (
            <span className="inline-flex items-center gap-1">
              <Change share={period.calls / compared.calls - 1} />
              {before(number(compared.calls))}
            </span>
          )
        }
      />
      <FigureTile
        name={t('analytics.found')}
        value={share(answeredShare(period))}
        detail={before(compared ? share(answeredShare(compared)) : undefined)}
      />
      <FigureTile name={t('analytics.latency')} value={ms(period.p95Ms)} detail={speed} />
      <FigureTile
        name={t('analytics.suggestions')}
        {...clicked(period.clickThrough.suggestions, compared?.clickThrough.suggestions)}
      />
      <FigureTile
        name={t('analytics.lookAlikes')}
        {...clicked(period.clickThrough.lookAlikes, compared?.clickThrough.lookAlikes)}
      />
    </div>
  );
};

const Charts = ({ analytics, days }: { analytics: Analytics; days: number }) => {
  const { t, short, number, language } = useText();
  const { series, top } = analytics;
  const times = series.map(({ at }) => at);
  const format = new Intl.DateTimeFormat(
    language,
    days > 1 ? { day: 'numeric', month: 'short' } : { hour: '2-digit', minute: '2-digit' },
  );
  const timeLabel = (iso: string): string => format.format(new Date(iso));
  return (
    <>
      <div className="grid gap-6 xl:grid-cols-2">
        <Card title={t('analytics.chart')}>
          <LineChart
            label={t('analytics.chart')}
            times={times}
            series={[{ name: t('analytics.calls'), values: series.map(({ calls }) => calls) }]}
            format={short}
            timeLabel={timeLabel}
          />
        </Card>
        <Card title={t('analytics.latencyChart')}>
          <LineChart
            label={t('analytics.latencyChart')}
            times={times}
            series={[{ name: t('analytics.latency'), values: series.map(({ p95Ms }) => p95Ms) }]}
            format={(value) => t('analytics.ms', { ms: number(value) })}
            timeLabel={timeLabel}
          />
        </Card>
      </div>
      <div className="grid gap-6 md:grid-cols-2">
        {(['patterns', 'failedPatterns', 'identifiers', 'failedIdentifiers'] as const).map((what) => (
          <Card key={what} title={t(`analytics.top.${what}`)}>
            {top[what].length === 0 ? (
              <p className="text-muted">{t('analytics.top.none')}</p>
            ) : (
              <BarChart
                label={t(`analytics.top.${what}`)}
                bars={top[what].slice(0, maxBars).map(({ text, count }) => ({
                  name: text.trim() === '' ? t('analytics.top.empty') : text,
                  value: count,
                  valueText: number(count),
                }))}
              />
            )}
          </Card>
        ))}
      </div>
    </>
  );
};

export const AnalyticsScene = () => {
  const { t } = useText();
  const website = useWebsiteName();
  const [days, setDays] = useState<Days>('7');
  const [compare, setCompare] = useState(true);
  const [now] = useState(() => Date.now());
  const request = useMemo(
    () => ({
      from: new Date(now - Number(days) * 86_400_000).toISOString(),
      to: new Date(now).toISOString(),
      compare,
    }),
    [now, days, compare],
  );
  const query = useAnalytics(website, request);
  return (
    <>
      <PageHeader
        title={t('analytics.title')}
        lead={t('analytics.lead')}
        actions={
          <a href={analyticsCsvAddress(website, request)} download className={buttonClass()}>
            <Download className="size-4" aria-hidden />
            {t('analytics.export')}
          </a>
        }
      />
      <div className="mb-6 flex flex-wrap items-end gap-6">
        <div className="w-56">
          <SelectField
            label={t('analytics.period')}
            value={days}
            onChange={setDays}
            options={periods.map((value) => ({ value, label: t(`analytics.period.${value}`) }))}
          />
        </div>
        <Checkbox label={t('analytics.compare')} checked={compare} onChange={setCompare} />
      </div>
      <QueryView query={query}>
        {(analytics) => (
          <div className="flex flex-col gap-6">
            {analytics.period === null || analytics.period.calls === 0 ? (
              <Card>
                <EmptyState
                  icon={ChartSpline}
                  title={t('analytics.empty.title')}
                  body={t('analytics.empty.body')}
                />
              </Card>
            ) : (
              <>
                <KeyFigures period={analytics.period} compared={analytics.compared} />
                <Charts analytics={analytics} days={Number(days)} />
              </>
            )}
          </div>
        )}
      </QueryView>
    </>
  );
};
