import { Images } from 'lucide-react';
import { Card } from '../../components/layout/card.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { Table } from '../../components/display/table.tsx';
import { useMissingPictures } from '../../data/datasets.ts';
import { useText } from '../../texts/text-context.tsx';
import type { DatasetTabProps } from './dataset-tab-props.ts';
import { LearntLooks } from './learnt-looks.tsx';
import { PictureFaults } from './picture-faults.tsx';

export const PicturesTab = ({ website, dataset }: DatasetTabProps) => {
  const { t } = useText();
  const query = useMissingPictures(website, dataset.declaration.name);
  return (
    <>
      <p className="mb-4 text-muted">{t('pictures.lead')}</p>
      {dataset.pictures.looks && (
        <div className="mb-6">
          <LearntLooks looks={dataset.pictures.looks} />
        </div>
      )}
      {dataset.pictures.faults.length > 0 && (
        <div className="mb-6">
          <Card title={t('pictures.reasons')}>
            <PictureFaults faults={dataset.pictures.faults} />
          </Card>
        </div>
      )}
      <Card flush>
        <QueryView query={query}>
          {(products) =>
            products.length === 0 ? (
              <EmptyState icon={Images} title={t('pictures.empty.title')} body={t('pictures.empty.body')} />
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
                          : t(`pictureFault.${fault.kind}`, { value: fault.value ?? '–' })}
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
