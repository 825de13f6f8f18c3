import { Link } from '@tanstack/react-router';
import type { Analytics } from '../../api/types.ts';
import { Sparkline } from '../../components/charts/sparkline.tsx';
import { Card } from '../../components/layout/card.tsx';
import { PictureProvider } from '../../components/products/picture-source.tsx';
import { ProductPicture } from '../../components/products/product-card.tsx';
import { useText } from '../../texts/text-context.tsx';
import { useRevenue } from '../analytics/use-revenue.ts';

/** Each picture is a request of its own. */
const shownProducts = 6;

const Trend = ({ name, value, before, values }: TrendProps) => {
  const { t } = useText();
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <div>
        <p className="text-sm text-muted">{name}</p>
        <p className="text-2xl font-semibold tracking-tight">{value}</p>
        {before !== null && <p className="text-sm text-muted">{t('analytics.before', { value: before })}</p>}
      </div>
      {values && <Sparkline values={values} label={name} />}
    </div>
  );
};

type TrendProps = {
  name: string;
  value: string;
  before: string | null;
  values?: readonly number[];
};

/** The products that shoppers looked at most, with their pictures. */
const Looked = ({ website, top }: { website: string; top: Analytics['top'] }) => {
  const { t, number } = useText();
  const products = top.identifiers.filter(({ product }) => product !== null).slice(0, shownProducts);
  if (products.length === 0) return null;
  return (
    <div>
      <h3 className="mb-2 text-sm font-medium">{t('analytics.top.identifiers')}</h3>
      <ul className="grid grid-cols-3 gap-3 sm:grid-cols-6">
        {products.map(({ text, count, product }) => (
          <li key={text} className="min-w-0">
            <div className="aspect-square overflow-hidden rounded-xl bg-picture">
              <PictureProvider website={website} dataset={product?.dataset}>
                <ProductPicture product={{ identifier: text, imageUrl: null }} />
              </PictureProvider>
            </div>
            <p className="mt-1 line-clamp-3 text-sm" title={product?.displayText}>
              {product?.displayText}
            </p>
            <p className="text-sm text-muted">{number(count)}</p>
          </li>
        ))}
      </ul>
    </div>
  );
};

const answeredShare = (period: NonNullable<Analytics['period']>): number | null =>
  period.found + period.notFound === 0 ? null : period.found / (period.found + period.notFound);

/** The last seven days beside the seven before. */
export const Week = ({ website, analytics }: { website: string; analytics: Analytics }) => {
  const { t, number, percent } = useText();
  const revenueOf = useRevenue();
  const { period, compared, series, top } = analytics;
  if (!period || period.calls === 0) return null;
  const share = (of: typeof period | null): string | null => {
    const value = of && answeredShare(of);
    return value === null ? null : percent(value, 1);
  };
  return (
    <Card
      title={t('overview.week')}
      actions={
        <Link
          to="/$website/analytics"
          params={{ website }}
          className="inline-flex min-h-6 items-center text-sm text-accent-ink hover:underline"
        >
          {t('nav.analytics')}
        </Link>
      }
    >
      <div className="flex flex-col gap-6">
        <div className="grid grid-cols-2 items-start gap-6 xl:grid-cols-4">
          <Trend
            name={t('analytics.calls')}
            value={number(period.calls)}
            before={compared && compared.calls > 0 ? number(compared.calls) : null}
            values={series.map(({ calls }) => calls ?? 0)}
          />
          <Trend
            name={t('analytics.found')}
            value={share(period) ?? t('common.noData')}
            before={compared && compared.calls > 0 ? share(compared) : null}
          />
          <Trend
            name={t('analytics.orders')}
            value={number(period.orders)}
            before={compared && compared.calls > 0 ? number(compared.orders) : null}
          />
          <Trend
            name={t('analytics.revenue')}
            value={revenueOf(period.revenue) ?? t('common.noData')}
            before={compared && compared.calls > 0 ? revenueOf(compared.revenue) : null}
          />
        </div>
        <Looked website={website} top={top} />
      </div>
    </Card>
  );
};
