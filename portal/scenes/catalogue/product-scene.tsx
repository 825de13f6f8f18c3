import { Link, useParams, useSearch } from '@tanstack/react-router';
import { PackageX } from 'lucide-react';
import { ApiError } from '../../api/api-error.ts';
import { buttonClass } from '../../components/buttons/button.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { Card } from '../../components/layout/card.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { PictureProvider } from '../../components/products/picture-source.tsx';
import { useProduct } from '../../data/datasets.ts';
import { useProductUse } from '../../data/products.ts';
import { useHasRole } from '../../routing/access.ts';
import { useText } from '../../texts/text-context.tsx';
import { ProductLookAlikes } from './product-look-alikes.tsx';
import { ProductRecordCard } from './product-record-card.tsx';
import { ProductUseCards } from './product-use-cards.tsx';

type ProductPlace = { website: string; dataset: string; identifier: string };

const ProductActions = ({ website, identifier, url }: ProductPlace & { url: unknown }) => {
  const { t } = useText();
  const canEdit = useHasRole('merchandiser');
  return (
    <>
      {typeof url === 'string' && /^https?:/i.test(url) && (
        <a href={url} target="_blank" rel="noreferrer" className={buttonClass()}>
          {t('item.shop')}
        </a>
      )}
      <Link
        to="/$website/lab"
        params={{ website }}
        search={{ product: identifier }}
        className={buttonClass()}
      >
        {t('item.lab')}
      </Link>
      {canEdit && (
        <Link
          to="/$website/campaigns/$ruleId"
          params={{ website, ruleId: 'new' }}
          search={{ product: identifier }}
          className={buttonClass('primary')}
        >
          {t('item.campaign')}
        </Link>
      )}
    </>
  );
};

const MissingProduct = ({ dataset, identifier }: ProductPlace) => {
  const { t } = useText();
  return (
    <Card>
      <EmptyState
        icon={PackageX}
        heading="h1"
        title={t('item.missing.title')}
        body={t('item.missing.body', { dataset, identifier })}
      />
    </Card>
  );
};

const Product = (place: ProductPlace) => {
  const { t } = useText();
  const { website, dataset, identifier } = place;
  const query = useProduct(website, dataset, identifier);
  const use = useProductUse(website, dataset, identifier);
  if (query.error instanceof ApiError && query.error.status === 404) return <MissingProduct {...place} />;
  return (
    <QueryView query={query}>
      {(product) => (
        <PictureProvider website={website} dataset={dataset}>
          <PageHeader
            title={product.displayText}
            above={
              <Link
                to="/$website/catalogue"
                params={{ website }}
                search={{ dataset }}
                className="hover:underline"
              >
                {t('catalogue.title')}
              </Link>
            }
            lead={<span className="font-mono text-sm">{identifier}</span>}
            actions={<ProductActions {...place} url={product.record.url} />}
          />
          <div className="flex flex-col gap-6">
            <ProductRecordCard website={website} dataset={dataset} product={product} />
            <ProductLookAlikes {...place} appearances={use.data?.appearances ?? []} />
            <QueryView query={use}>{(found) => <ProductUseCards {...place} use={found} />}</QueryView>
          </div>
        </PictureProvider>
      )}
    </QueryView>
  );
};

/** One product: its record, its look-alikes, and everything that depends on it. */
export const ProductScene = () => {
  const { website, dataset } = useParams({ from: '/signed-in/$website/catalogue/$dataset' });
  const { product = '' } = useSearch({ from: '/signed-in/$website/catalogue/$dataset' });
  return <Product key={product} website={website} dataset={dataset} identifier={product} />;
};
