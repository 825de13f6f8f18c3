import { Link } from '@tanstack/react-router';
import { Database, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Dataset } from '../../api/types.ts';
import { Button } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { rowLink } from '../../components/display/table.tsx';
import { useDatasets } from '../../data/datasets.ts';
import { useHasRole, useWebsiteName } from '../../routing/access.ts';
import { useText } from '../../texts/text-context.tsx';
import { DatasetState } from './dataset-state.tsx';
import { DatasetStrip } from './dataset-strip.tsx';
import { NewDatasetDialog } from './new-dataset-dialog.tsx';

const DatasetCard = ({ website, dataset }: { website: string; dataset: Dataset }) => {
  const { t, ago } = useText();
  const { live, counts, declaration } = dataset;
  const { name, kind } = declaration;
  const facts = [
    t(`datasets.kind.${kind}`),
    ...(live ? [t(`datasets.size.${kind}`, { count: counts?.products ?? live.size })] : []),
    ...(counts && counts.variants > counts.products
      ? [t('versions.size.products', { count: counts.variants })]
      : []),
    ...(live ? [t('datasets.liveSince', { ago: ago(live.builtAt) })] : []),
  ];
  return (
    <li className="relative rounded-2xl border border-line bg-surface p-5 shadow-low hover:border-line-strong sm:p-6">
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-lg wrap-anywhere">
            <Link to="/$website/datasets/$dataset" params={{ website, dataset: name }} className={rowLink}>
              {name}
            </Link>
          </h2>
          <p className="text-muted">{facts.join(' · ')}</p>
        </div>
        <DatasetState dataset={dataset} />
      </div>
      <DatasetStrip website={website} dataset={dataset} />
    </li>
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
      <QueryView query={query}>
        {(datasets) =>
          datasets.length > 0 ? (
            <ul aria-label={t('datasets.title')} className="flex flex-col gap-6">
              {datasets.map((dataset) => (
                <DatasetCard key={dataset.tracker} website={website} dataset={dataset} />
              ))}
            </ul>
          ) : (
            <Card>
              <EmptyState
                icon={Database}
                title={t('datasets.empty.title')}
                body={t('datasets.empty.body')}
                action={create}
              />
            </Card>
          )
        }
      </QueryView>
      {creating && query.data && (
        <NewDatasetDialog website={website} datasets={query.data} onClose={() => setCreating(false)} />
      )}
    </>
  );
};
