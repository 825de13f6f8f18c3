import { Link } from '@tanstack/react-router';
import { Database, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Dataset } from '../../api/types.ts';
import { Button } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { useMinWidth } from '../../components/layout/use-min-width.ts';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { Table } from '../../components/display/table.tsx';
import { useDatasets } from '../../data/datasets.ts';
import { useHasRole, useWebsiteName } from '../../routing/access.ts';
import { useText } from '../../texts/text-context.tsx';
import { DatasetState } from './dataset-state.tsx';
import { DatasetStrip } from './dataset-strip.tsx';
import { NewDatasetDialog } from './new-dataset-dialog.tsx';

const DatasetTable = ({ website, datasets }: { website: string; datasets: readonly Dataset[] }) => {
  const { t, ago } = useText();
  // On a phone there is room for one column: the state stands below the name.
  const isWide = useMinWidth('sm');
  return (
    <Table
      label={t('datasets.title')}
      rows={datasets}
      rowKey={({ tracker }) => tracker}
      columns={[
        {
          title: t('datasets.column.name'),
          cell: (dataset) => (
            <span className="flex flex-col items-start gap-1">
              <Link
                to="/$website/datasets/$dataset"
                params={{ website, dataset: dataset.declaration.name }}
                className="inline-flex min-h-6 items-center font-medium wrap-anywhere hover:underline"
              >
                {dataset.declaration.name}
              </Link>
              <span className="text-sm text-muted">{t(`datasets.kind.${dataset.declaration.kind}`)}</span>
              {!isWide && (
                <>
                  <DatasetState dataset={dataset} />
                  <DatasetStrip website={website} dataset={dataset} />
                </>
              )}
            </span>
          ),
        },
        {
          title: t('datasets.column.content'),
          wideOnly: true,
          cell: (dataset) => <DatasetStrip website={website} dataset={dataset} />,
        },
        {
          title: t('datasets.column.state'),
          wideOnly: true,
          cell: (dataset) => <DatasetState dataset={dataset} />,
        },
        {
          title: t('datasets.column.live'),
          wideOnly: true,
          cell: ({ live }) => <span className="text-muted">{live ? ago(live.builtAt) : '–'}</span>,
        },
        {
          title: t('datasets.column.size'),
          numeric: true,
          cell: ({ live, counts, declaration: { kind } }) => (
            <span className="whitespace-nowrap">
              {live ? t(`datasets.size.${kind}`, { count: counts?.products ?? live.size }) : '–'}
              {counts && counts.variants > counts.products && (
                <span className="block text-sm text-muted">
                  {t('versions.size.products', { count: counts.variants })}
                </span>
              )}
            </span>
          ),
        },
      ]}
    />
  );
};

export const DatasetsScene = () => {
  const { t } = useText();
  const website = useWebsiteName();
  const canEdit = useHasRole('owner');
  const query = useDatasets(website);
  const [creating, setCreating] = useState(false);
  const create = canEdit ? (
    <Button variant="primary" icon={Plus} onClick={() => setCreating(true)}>
      {t('datasets.new')}
    </Button>
  ) : null;
  return (
    <>
      <PageHeader
        title={t('datasets.title')}
        lead={t('datasets.lead')}
        actions={query.data?.length ? create : null}
      />
      <Card flush>
        <QueryView query={query}>
          {(datasets) =>
            datasets.length > 0 ? (
              <DatasetTable website={website} datasets={datasets} />
            ) : (
              <EmptyState
                icon={Database}
                title={t('datasets.empty.title')}
                body={t('datasets.empty.body')}
                action={create}
              />
            )
          }
        </QueryView>
      </Card>
      {creating && query.data && (
        <NewDatasetDialog website={website} datasets={query.data} onClose={() => setCreating(false)} />
      )}
    </>
  );
};
