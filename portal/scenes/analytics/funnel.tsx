import type { Period } from '../../api/types.ts';
import { BarChart } from '../../components/charts/bar-chart.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useText } from '../../texts/text-context.tsx';
import { useRevenue } from './use-revenue.ts';

const steps = ['shown', 'clicks', 'carts', 'orders'] as const;

const countSteps = ({ shown, clicks, credited: { carts, orders } }: Period) => ({
  shown,
  clicks,
  carts,
  orders,
});

/** Shown, clicked, basket, order: what the lists led to, beside the period before. */
export const Funnel = ({ period, compared }: { period: Period; compared: Period | null }) => {
  const { t, number, percent } = useText();
  const revenueOf = useRevenue();
  const now = countSteps(period);
  const before = compared && countSteps(compared);
  if (steps.every((step) => now[step] === 0)) return null;
  const describe = (step: (typeof steps)[number], at: number): string => {
    const previous = now[steps[at - 1] ?? step];
    return [
      number(now[step]),
      ...(at > 0 && previous > 0
        ? [t('analytics.funnel.share', { share: percent(now[step] / previous, 1) })]
        : []),
      ...(before ? [t('analytics.before', { value: number(before[step]) })] : []),
    ].join(' · ');
  };
  const revenue = revenueOf(period.credited.revenue);
  return (
    <Card title={t('analytics.funnel')} description={t('analytics.funnel.lead')}>
      <BarChart
        label={t('analytics.funnel')}
        bars={steps.map((step, at) => ({
          name: t(step === 'shown' ? 'analytics.funnel.shown' : `analytics.${step}`),
          value: now[step],
          valueText: describe(step, at),
        }))}
      />
      {revenue !== null && (
        <p className="mt-4">
          {t('analytics.funnel.revenue', { value: revenue })}
          {compared && (
            <span className="text-muted">
              {' '}
              {t('analytics.before', { value: revenueOf(compared.credited.revenue) ?? number(0) })}
            </span>
          )}
        </p>
      )}
    </Card>
  );
};
