import { Card } from '../../../portal/components/layout/card.tsx';
import { DataList } from '../../../portal/components/display/table.tsx';
import { PageHeader } from '../../../portal/components/layout/page-header.tsx';
import { QueryView } from '../../../portal/components/feedback/query-view.tsx';
import { useDatasets } from '../../../portal/data/datasets.ts';
import { useWebsiteName } from '../../../portal/routing/access.ts';
import { useText } from '../../../portal/texts/text-context.tsx';
import type { Dataset } from '../../../portal/api/types.ts';

/** Share of the variants that have a picture; null without products. */
export const pictureShare = ({ counts }: Pick<Dataset, 'counts'>): number | null =>
  counts === null || counts.withPicture === null || counts.variants === 0
    ? null
    : counts.withPicture / counts.variants;

/** A page that says for each catalogue how many of its products have a picture. */
export const CoverageScene = () => {
  const { t, percent } = useText();
  const website = useWebsiteName();
  const query = useDatasets(website);
  return (
    <>
      <PageHeader title={t('datasets.title')} lead={t('overview.title')} />
      <QueryView query={query}>
        {(datasets) => (
          <Card title={t('dataset.withPicture')}>
            <DataList
              items={datasets.map((dataset) => {
                const share = pictureShare(dataset);
                return {
                  term: dataset.declaration.name,
                  value: share === null ? t('common.noData') : percent(share),
                };
              })}
            />
          </Card>
        )}
      </QueryView>
    </>
  );
};
