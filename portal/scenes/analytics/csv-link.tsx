import { Download } from 'lucide-react';
import { buttonClass } from '../../components/buttons/button.tsx';
import { type AnalyticsRequest, type AnalyticsTable, analyticsCsvAddress } from '../../data/analytics.ts';
import { useText } from '../../texts/text-context.tsx';

type CsvLinkProps = { website: string; request: AnalyticsRequest; table: AnalyticsTable; title: string };

/** Downloads what a card shows, for all rows and the same period. */
export const CsvLink = ({ website, request, table, title }: CsvLinkProps) => {
  const { t } = useText();
  return (
    <a
      href={analyticsCsvAddress(website, request, table)}
      download
      aria-label={t('analytics.csvOf', { title })}
      className={buttonClass('quiet', 'small')}
    >
      <Download className="size-4" aria-hidden />
      {t('analytics.csv')}
    </a>
  );
};
