import { useNavigate } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useDeferredValue } from 'react';
import { Button } from '../../components/buttons/button.tsx';
import { Badge } from '../../components/display/badge.tsx';
import { Pagination } from '../../components/display/pagination.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { Card } from '../../components/layout/card.tsx';
import { PictureProvider } from '../../components/products/picture-source.tsx';
import { ProductCard } from '../../components/products/product-card.tsx';
import { ProductGrid } from '../../components/products/product-grid.tsx';
import { useProducts } from '../../data/datasets.ts';
import type { CatalogueSearch } from '../../routing/catalogue-search.ts';
import { useText } from '../../texts/text-context.tsx';

type ProductListProps = {
  website: string;
  dataset: string;
  search: CatalogueSearch;
  onChange: (search: CatalogueSearch) => void;
};

export const ProductList = ({ website, dataset, search, onChange }: ProductListProps) => {
  const { t } = useText();
  const navigate = useNavigate();
  const { q = '', filter = '', page = 1 } = search;
  const query = useProducts(website, dataset, useDeferredValue(q), page, useDeferredValue(filter));
  const open = (product: string): void =>
    void navigate({ to: '/$website/catalogue/$dataset', params: { website, dataset }, search: { product } });
  return (
    <QueryView query={query}>
      {({ products, count, pageSize }) =>
        products.length === 0 ? (
          <Card>
            <EmptyState
              icon={SearchX}
              title={t('catalogue.nothing.title')}
              body={t('catalogue.nothing.body')}
              action={<Button onClick={() => onChange({ dataset })}>{t('catalogue.clear')}</Button>}
            />
          </Card>
        ) : (
          <PictureProvider website={website} dataset={dataset}>
            <div className="flex flex-col gap-4">
              <h2 className="sr-only">{t('catalogue.list')}</h2>
              <p role="status" className="font-medium">
                {t('catalogue.count', { count })}
              </p>
              <ProductGrid label={t('catalogue.list')}>
                {products.map((product) => (
                  <li key={product.identifier}>
                    <ProductCard
                      product={{ ...product, currency: product.currency ?? null }}
                      marks={
                        product.variants > 1 && (
                          <Badge>{t('catalogue.variants', { count: product.variants })}</Badge>
                        )
                      }
                      onOpen={() => open(product.identifier)}
                    />
                  </li>
                ))}
              </ProductGrid>
              <Pagination
                page={page}
                pages={Math.ceil(count / pageSize)}
                onChange={(next) => onChange({ ...search, page: next })}
              />
            </div>
          </PictureProvider>
        )
      }
    </QueryView>
  );
};
