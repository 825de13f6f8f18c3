import type { Analytics } from '../../api/types.ts';
import { BarChart } from '../../components/charts/bar-chart.tsx';
import { Card } from '../../components/layout/card.tsx';
import type { AnalyticsRequest } from '../../data/analytics.ts';
import { useText } from '../../texts/text-context.tsx';
import { CsvLink } from './csv-link.tsx';
import { FailedTerms } from './failed-terms.tsx';
import { TopProducts } from './top-products.tsx';

const maxRows = 10;

/** Each as long as it is: an empty list leaves no hole beside a long one. */
const columns = [
  ['patterns', 'failedPatterns'],
  ['identifiers', 'failedIdentifiers'],
] as const;

type TopListsProps = {
  website: string;
  request: AnalyticsRequest;
  keywordBoxes: readonly string[];
  top: Analytics['top'];
};

/** Search terms and products: the most frequent ones, and those that need attention. */
export const TopLists = ({ website, request, keywordBoxes, top }: TopListsProps) => {
  const { t, number } = useText();
  const titles = {
    patterns: t('analytics.top.patterns'),
    failedPatterns: t('analytics.top.failedPatterns'),
    identifiers: t('analytics.top.identifiers'),
    failedIdentifiers: t('analytics.top.failedIdentifiers'),
  };
  const contents = {
    patterns: () => (
      <BarChart
        label={titles.patterns}
        bars={top.patterns.slice(0, maxRows).map(({ text, count }) => ({
          name: text.trim() === '' ? t('analytics.top.empty') : text,
          value: count,
          valueText: number(count),
        }))}
      />
    ),
    failedPatterns: () => (
      <FailedTerms
        website={website}
        boxes={keywordBoxes}
        label={titles.failedPatterns}
        terms={top.failedPatterns.slice(0, maxRows)}
      />
    ),
    identifiers: () => (
      <TopProducts
        website={website}
        label={titles.identifiers}
        products={top.identifiers.slice(0, maxRows)}
      />
    ),
    failedIdentifiers: () => (
      <TopProducts
        website={website}
        label={titles.failedIdentifiers}
        products={top.failedIdentifiers.slice(0, maxRows)}
      />
    ),
  };
  return (
    <div className="grid items-start gap-6 md:grid-cols-2">
      {columns.map((column) => (
        <div key={column[0]} className="flex min-w-0 flex-col gap-6">
          {column.map((what) => (
            <Card
              key={what}
              title={titles[what]}
              actions={
                <CsvLink
                  website={website}
                  request={request}
                  table={what === 'patterns' || what === 'failedPatterns' ? 'terms' : 'products'}
                  title={titles[what]}
                />
              }
            >
              {top[what].length === 0 ? (
                <p className="text-muted">{t('analytics.top.none')}</p>
              ) : (
                contents[what]()
              )}
            </Card>
          ))}
        </div>
      ))}
    </div>
  );
};
