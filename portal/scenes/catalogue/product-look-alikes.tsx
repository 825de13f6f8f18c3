import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ProductUse } from '../../api/types.ts';
import { Badge } from '../../components/display/badge.tsx';
import { SelectField } from '../../components/forms/text-field.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Card } from '../../components/layout/card.tsx';
import { ProductCard } from '../../components/products/product-card.tsx';
import { ProductGrid } from '../../components/products/product-grid.tsx';
import { readProductRecord } from '../../components/products/read-product-record.ts';
import { useBoxes, useSearchPreview } from '../../data/boxes.ts';
import { useText } from '../../texts/text-context.tsx';

type ProductLookAlikesProps = {
  website: string;
  dataset: string;
  identifier: string;
  /** Where the product is in the lists of those that look like it. */
  appearances: ProductUse['appearances'];
};

/** Full rows of six and of two. */
const shown = 12;

/** What a box answers for the product now, with its campaigns. */
const BoxAnswer = (props: ProductLookAlikesProps & { box: string }) => {
  const { website, dataset, identifier, appearances, box } = props;
  const { t } = useText();
  const navigate = useNavigate();
  const query = useSearchPreview(website, box, {
    identifier,
    campaigns: 'published',
    parameters: { top: shown },
  });
  const open = (product: string): void =>
    void navigate({ to: '/$website/catalogue/$dataset', params: { website, dataset }, search: { product } });
  return (
    <QueryView query={query}>
      {({ documents, redirect }) => {
        if (redirect?.url) return <p>{t('item.redirected', { url: redirect.url })}</p>;
        if (!documents?.length) return <p className="text-muted">{t('item.noLookAlikes')}</p>;
        return (
          <ProductGrid label={t('item.lookAlikes')}>
            {documents.map(({ document, score }) => {
              const product = readProductRecord(document);
              const place = appearances.find(
                (each) => each.box === box && each.product.identifier === product.identifier,
              );
              return (
                <li key={product.identifier}>
                  <ProductCard
                    product={product}
                    score={score}
                    marks={place && <Badge>{t('item.placeThere', { position: place.position })}</Badge>}
                    onOpen={() => open(product.identifier)}
                  />
                </li>
              );
            })}
          </ProductGrid>
        );
      }}
    </QueryView>
  );
};

export const ProductLookAlikes = (place: ProductLookAlikesProps) => {
  const { t } = useText();
  const query = useBoxes(place.website);
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <Card title={t('item.lookAlikes')} description={t('item.lookAlikesHint')}>
      <QueryView query={query}>
        {(boxes) => {
          const names = boxes
            .filter(({ kind, dataset }) => kind === 'search' && dataset === place.dataset)
            .map(({ declaration: { name } }) => name);
          const box = names.find((name) => name === chosen) ?? names[0];
          if (box === undefined) return <p className="text-muted">{t('item.noBox')}</p>;
          return (
            <div className="flex flex-col gap-4">
              {names.length > 1 && (
                <div className="max-w-xs">
                  <SelectField
                    label={t('item.box')}
                    value={box}
                    onChange={setChosen}
                    options={names.map((name) => ({ value: name, label: name }))}
                  />
                </div>
              )}
              <BoxAnswer {...place} box={box} />
            </div>
          );
        }}
      </QueryView>
    </Card>
  );
};
