import type { Analytics } from '../../api/types.ts';
import { ColumnChart } from '../../components/charts/column-chart.tsx';
import { LineChart } from '../../components/charts/line-chart.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useText } from '../../texts/text-context.tsx';
import { axisFormat, timeFormat } from './time-format.ts';

type ChartsProps = { series: Analytics['series']; step: 'hour' | 'day'; days: number };

export const AnalyticsCharts = ({ series, step, days }: ChartsProps) => {
  const { t, short, number, language } = useText();
  const times = series.map(({ at }) => at);
  const format = new Intl.DateTimeFormat(language, timeFormat(step, days));
  const timeLabel = (iso: string): string => format.format(new Date(iso));
  const axis = new Intl.DateTimeFormat(language, axisFormat(step, days));
  const axisLabel = (iso: string): string => axis.format(new Date(iso));
  return (
    <div className="grid gap-6 xl:grid-cols-2">
      <Card title={t('analytics.chart')}>
        <ColumnChart
          label={t('analytics.chart')}
          times={times}
          name={t('analytics.calls')}
          values={series.map(({ calls }) => calls)}
          format={short}
          timeLabel={timeLabel}
          axisLabel={axisLabel}
        />
      </Card>
      <Card title={t('analytics.latencyChart')}>
        <LineChart
          label={t('analytics.latencyChart')}
          times={times}
          series={[{ name: t('analytics.latency'), values: series.map(({ p95Ms }) => p95Ms) }]}
          format={(value) => t('analytics.ms', { ms: number(value) })}
          timeLabel={timeLabel}
          axisLabel={axisLabel}
        />
      </Card>
    </div>
  );
};
