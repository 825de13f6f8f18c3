import { History } from 'lucide-react';
import type { Dataset } from '../../api/types.ts';
import { Badge } from '../../components/display/badge.tsx';
import { Table } from '../../components/display/table.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useVersions } from '../../data/datasets.ts';
import { useText } from '../../texts/text-context.tsx';

/** Search terms need no import: what was built of them by itself, newest first. */
export const TermBuilds = ({ website, dataset }: { website: string; dataset: Dataset }) => {
  const { t, time } = useText();
  const { name, products } = dataset.declaration;
  const query = useVersions(website, name);
  return (
    <Card flush title={t('builds.title')} description={t('imports.empty.keywords')}>
      <QueryView query={query}>
        {(versions) =>
          versions.length === 0 ? (
            <EmptyState icon={History} title={t('builds.empty.title')} body={t('builds.empty.body')} />
          ) : (
            <Table
              label={t('builds.title')}
              rows={versions}
              rowKey={({ version }) => version}
              columns={[
                { title: t('versions.column.built'), cell: ({ builtAt }) => time(builtAt) },
                {
                  title: t('builds.from'),
                  wideOnly: true,
                  cell: () =>
                    products === undefined ? t('builds.log') : t('builds.catalogue', { products }),
                },
                {
                  title: t('versions.column.size'),
                  numeric: true,
                  cell: ({ size }) => t('versions.size.keywords', { count: size }),
                },
                {
                  title: t('imports.column.state'),
                  numeric: true,
                  cell: ({ live }) => live && <Badge tone="positive">{t('versions.live')}</Badge>,
                },
              ]}
            />
          )
        }
      </QueryView>
    </Card>
  );
};
