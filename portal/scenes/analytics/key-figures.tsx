import { ArrowDownRight, ArrowUpRight } from 'lucide-react';
import type { Period } from '../../api/types.ts';
import { FigureTile } from '../../components/display/figure-tile.tsx';
import { useText } from '../../texts/text-context.tsx';

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

type Figures = { period: Period; compared: Period | null };

const CallFigures = ({ period, compared }: Figures) => {
  const { t, number, percent } = useText();
  const share = (value: number | null): string => (value === null ? t('common.noData') : percent(value, 1));
  const before = (value: string | undefined) =>
    value === undefined ? undefined : t('analytics.before', { value });
  const speed =
    period.p50Ms === null
      ? undefined
      : t('analytics.latencyDetail', { p50: number(period.p50Ms, 1), p99: number(period.p99Ms ?? 0, 1) });
  return (
    <>
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
      <FigureTile
        name={t('analytics.latency')}
        value={
          period.p95Ms === null ? t('common.noData') : t('analytics.ms', { ms: number(period.p95Ms, 1) })
        }
        detail={speed}
      />
    </>
  );
};

const ClickFigures = ({ period, compared }: Figures) => {
  const { t, percent } = useText();
  const share = (value: number | null): string => (value === null ? t('common.noData') : percent(value, 1));
  return (['suggestions', 'lookAlikes'] as const).map((what) => {
    const old = compared?.clickThrough[what] ?? null;
    const value = period.clickThrough[what];
    const before = old === null ? undefined : t('analytics.before', { value: share(old) });
    return (
      <FigureTile
        key={what}
        name={t(`analytics.${what}`)}
        value={share(value)}
        detail={value === null ? t('analytics.noEvents') : before}
      />
    );
  });
};

/** Counts, not rates: a page may report orders without the lists that led to them. */
const SaleFigures = ({ period, compared }: Figures) => {
  const { t, number, price } = useText();
  const before = (value: number | undefined) =>
    value === undefined ? undefined : t('analytics.before', { value: number(value) });
  const amounts = period.revenue.map(({ currency, amount }) => price(amount, currency || null));
  const [first] = period.revenue;
  const old = compared?.revenue.find(({ currency }) => currency === first?.currency);
  const revenueDetails = [
    ...(old ? [t('analytics.before', { value: price(old.amount, old.currency || null) })] : []),
    ...amounts.slice(1),
  ];
  return (
    <>
      <FigureTile name={t('analytics.carts')} value={number(period.carts)} detail={before(compared?.carts)} />
      <FigureTile
        name={t('analytics.orders')}
        value={number(period.orders)}
        detail={before(compared?.orders)}
      />
      <FigureTile
        name={t('analytics.revenue')}
        value={amounts[0] ?? t('common.noData')}
        detail={revenueDetails.length > 0 ? revenueDetails.join(', ') : undefined}
      />
    </>
  );
};

export const KeyFigures = (figures: Figures) => {
  return (
    <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <CallFigures {...figures} />
      <ClickFigures {...figures} />
      <SaleFigures {...figures} />
    </div>
  );
};
