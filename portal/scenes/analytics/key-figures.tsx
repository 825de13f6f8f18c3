import { ArrowDownRight, ArrowUpRight } from 'lucide-react';
import type { Period } from '../../api/types.ts';
import { FigureTile } from '../../components/display/figure-tile.tsx';
import { classNames } from '../../styles/class-names.ts';
import { useText } from '../../texts/text-context.tsx';

const answeredShare = ({ found, notFound }: Period): number | null =>
  found + notFound === 0 ? null : found / (found + notFound);

type ChangeProps = {
  by: number;
  isRate: boolean;
  /** More or fewer calls are neither good nor bad. */
  isNeutral: boolean;
};

/** A rate changes by points. */
const Change = ({ by, isRate, isNeutral }: ChangeProps) => {
  const { t, number, percent } = useText();
  const Icon = by < 0 ? ArrowDownRight : ArrowUpRight;
  const size = Math.abs(by);
  return (
    <span
      className={classNames(
        'inline-flex items-center font-medium',
        isNeutral ? 'text-ink' : by < 0 ? 'text-danger' : 'text-positive',
      )}
    >
      <Icon className="size-4" aria-hidden />
      {by < 0 && <span className="sr-only">-</span>}
      {isRate ? t('analytics.points', { points: number(size * 100, 1) }) : percent(size)}
    </span>
  );
};

/** What is shown as 0 % says nothing. */
const leastChange = { share: 0.005, rate: 0.0005 } as const;

type BeforeProps = {
  now: number | null;
  old: number | null | undefined;
  text: string;
  isRate?: boolean;
  isNeutral?: boolean;
};

/** How a figure changed since the period before; nothing where that had none. */
const Before = ({ now, old, text, isRate = false, isNeutral = false }: BeforeProps) => {
  const { t } = useText();
  if (now === null || old === null || old === undefined) return null;
  const by = isRate ? now - old : old > 0 ? now / old - 1 : 0;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1">
      {Math.abs(by) >= leastChange[isRate ? 'rate' : 'share'] && (
        <Change by={by} isRate={isRate} isNeutral={isNeutral} />
      )}{' '}
      {t('analytics.before', { value: text })}
    </span>
  );
};

type Figures = { period: Period; compared: Period | null };

const CallFigures = ({ period, compared }: Figures) => {
  const { t, number, percent } = useText();
  const share = (value: number | null): string => (value === null ? t('common.noData') : percent(value, 1));
  const [answered, answeredBefore] = [answeredShare(period), compared && answeredShare(compared)];
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
            <Before isNeutral now={period.calls} old={compared.calls} text={number(compared.calls)} />
          )
        }
      />
      <FigureTile
        name={t('analytics.found')}
        value={share(answered)}
        detail={<Before isRate now={answered} old={answeredBefore} text={share(answeredBefore)} />}
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
    const before = <Before isRate now={value} old={old} text={share(old)} />;
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
  const before = (now: number, value: number | undefined) => (
    <Before now={now} old={value} text={number(value ?? 0)} />
  );
  const amounts = period.revenue.map(({ currency, amount }) => price(amount, currency || null));
  const [first] = period.revenue;
  const old = compared?.revenue.find(({ currency }) => currency === first?.currency);
  const others = amounts.slice(1).join(', ');
  return (
    <>
      <FigureTile
        name={t('analytics.carts')}
        value={number(period.carts)}
        detail={before(period.carts, compared?.carts)}
      />
      <FigureTile
        name={t('analytics.orders')}
        value={number(period.orders)}
        detail={before(period.orders, compared?.orders)}
      />
      <FigureTile
        name={t('analytics.revenue')}
        value={amounts[0] ?? t('common.noData')}
        detail={
          <>
            {first && old && (
              <Before now={first.amount} old={old.amount} text={price(old.amount, old.currency || null)} />
            )}{' '}
            {others}
          </>
        }
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
