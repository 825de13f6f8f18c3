import { Link } from '@tanstack/react-router';
import type { Analytics } from '../../api/types.ts';
import { Table } from '../../components/display/table.tsx';
import { useText } from '../../texts/text-context.tsx';
import { useRevenue } from './use-revenue.ts';

type BoxRow = Analytics['boxes'][number];

export const BoxResults = ({ website, boxes }: { website: string; boxes: readonly BoxRow[] }) => {
  const { t, number } = useText();
  const revenueOf = useRevenue();
  return (
    <Table
      label={t('analytics.byBox')}
      rows={boxes}
      rowKey={({ box }) => box}
      columns={[
        {
          title: t('boxes.column.name'),
          cell: ({ box }) => (
            <Link
              to="/$website/boxes/$box"
              params={{ website, box }}
              className="inline-flex min-h-6 min-w-28 items-center font-medium wrap-break-word hover:underline"
            >
              {box}
            </Link>
          ),
        },
        { title: t('analytics.calls'), numeric: true, cell: ({ calls }) => number(calls) },
        {
          title: t('analytics.unanswered'),
          numeric: true,
          wideOnly: true,
          cell: ({ notFound }) => number(notFound),
        },
        { title: t('analytics.clicks'), numeric: true, wideOnly: true, cell: ({ clicks }) => number(clicks) },
        { title: t('analytics.carts'), numeric: true, wideOnly: true, cell: ({ carts }) => number(carts) },
        { title: t('analytics.orders'), numeric: true, cell: ({ orders }) => number(orders) },
        {
          title: t('analytics.revenue'),
          numeric: true,
          wideOnly: true,
          cell: ({ revenue }) => revenueOf(revenue) ?? '–',
        },
      ]}
    />
  );
};
