import { CircleCheck, Images } from 'lucide-react';
import { Card } from '../../components/layout/card.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { EmptyState, LoadingState } from '../../components/feedback/states.tsx';
import { Table } from '../../components/display/table.tsx';
import { isBeingLoaded, useMissingPictures } from '../../data/datasets.ts';
import { useText } from '../../texts/text-context.tsx';
import { DatasetStrip } from './dataset-strip.tsx';
import type { DatasetTabProps } from './dataset-tab-props.ts';
import { PictureFaults } from './picture-faults.tsx';

/** Between publishing and loading a catalogue, an empty list says nothing about its pictures. */
const NoneMissing = ({ website, dataset }: Pick<DatasetTabProps, 'website' | 'dataset'>) => {
  const { t } = useText();
  if (dataset.counts)
    return (
      <div className="p-5 sm:p-6">
        <h2 className="flex items-center gap-2 text-lg">
          <CircleCheck className="size-5 shrink-0 text-positive" aria-hidden />
          {t('pictures.empty.title')}
        </h2>
        <p className="mt-1 mb-4 text-muted">{t('pictures.empty.body')}</p>
        <DatasetStrip website={website} dataset={dataset} />
      </div>
    );
  return dataset.live ? (
    <LoadingState />
  ) : (
    <EmptyState icon={Images} title={t('datasets.state.none')} body={t('pictures.notPublished')} />
  );
};

export const PicturesTab = ({ website, dataset }: DatasetTabProps) => {
  const { t } = useText();
  const query = useMissingPictures(website, dataset.declaration.name, dataset.counts?.version);
  return (
    <>
      <p className="mb-4 text-muted">{t('pictures.lead')}</p>
      {dataset.pictures.faults.length > 0 && (
        <div className="mb-6">
          <Card title={t('pictures.reasons')}>
            <PictureFaults faults={dataset.pictures.faults} />
          </Card>
        </div>
      )}
      {dataset.counts && isBeingLoaded(dataset) && (
        <p role="status" className="mb-4 text-warning">
          {t('pictures.older')}
        </p>
      )}
      <Card flush>
        <QueryView query={query}>
          {(products) =>
            products.length === 0 ? (
              <NoneMissing website={website} dataset={dataset} />
            ) : (
              <Table
                label={t('dataset.tab.pictures')}
                rows={products}
                rowKey={({ identifier }) => identifier}
                columns={[
                  {
                    title: t('pictures.column.product'),
                    cell: ({ identifier, displayText }) => (
                      <>
                        <span className="block font-medium wrap-anywhere">{displayText}</span>
                        <code className="font-mono text-xs text-muted">{identifier}</code>
                      </>
                    ),
                  },
                  {
                    title: t('pictures.column.reason'),
                    cell: ({ fault }) => (
                      <span className="wrap-anywhere text-muted">
                        {fault === null
                          ? t('pictures.unknown')
                          : t(`faultCause.${fault.kind}`, { value: fault.value ?? '–' })}
                      </span>
                    ),
                  },
                ]}
              />
            )
          }
        </QueryView>
      </Card>
    </>
  );
};
