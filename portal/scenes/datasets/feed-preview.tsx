import type { DatasetDeclaration, Inspection } from '../../api/types.ts';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Card } from '../../components/layout/card.tsx';
import { PictureProvider } from '../../components/products/picture-source.tsx';
import { ProductCard } from '../../components/products/product-card.tsx';
import { ProductGrid } from '../../components/products/product-grid.tsx';
import { readProductRecord } from '../../components/products/read-product-record.ts';
import { useFirstRows } from '../../data/datasets.ts';
import { useText } from '../../texts/text-context.tsx';

/** As many as a wide row has. */
const shown = 5;

/** A row as the product that the mapping would make of it. */
const readProduct = (fields: Inspection['fields'], row: Readonly<Record<string, unknown>>) => {
  const record = Object.fromEntries(fields.map(({ name, from }) => [name, row[from]]));
  const price = Number.parseFloat(String(record['price']));
  return readProductRecord({ ...record, price: Number.isFinite(price) ? price : null });
};

const FirstRows = ({ website, dataset }: { website: string; dataset: DatasetDeclaration }) => {
  const { t } = useText();
  const query = useFirstRows(website, dataset.name);
  const { data } = query;
  return (
    <Card
      title={t('source.check')}
      {...(data
        ? { description: t('source.inspected', { format: data.format, encoding: data.encoding ?? '–' }) }
        : {})}
    >
      <QueryView query={query}>
        {({ examples, fields }) => (
          <PictureProvider website={website} dataset={dataset.name}>
            <ProductGrid label={t('source.check')}>
              {examples.slice(0, shown).map((row, index) => (
                <li key={index}>
                  <ProductCard product={readProduct(fields, row)} />
                </li>
              ))}
            </ProductGrid>
          </PictureProvider>
        )}
      </QueryView>
    </Card>
  );
};

type FeedPreviewProps = { website: string; dataset: DatasetDeclaration; disabled: boolean };

/** The first products of the feed, before anything is imported. */
export const FeedPreview = ({ website, dataset, disabled }: FeedPreviewProps) =>
  disabled || dataset.kind !== 'products' || !dataset.source ? null : (
    <div className="min-w-0 xl:col-span-2">
      <FirstRows website={website} dataset={dataset} />
    </div>
  );
