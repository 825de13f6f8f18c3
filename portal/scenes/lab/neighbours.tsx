import { useState } from 'react';
import type { WireImageSearchResult } from '../../../src/http/image-search/schema.ts';
import { Badge } from '../../components/badge.tsx';
import { ProductCard, type ShownProduct } from '../../components/product-card.tsx';
import { ProductGrid } from '../../components/product-grid.tsx';
import { useText } from '../../texts/text-context.tsx';
import { shownProduct } from '../preview/shown-product.ts';
import { WhyDrawer } from '../preview/why-drawer.tsx';

/** From here on two pictures are so alike that they may be of one product. */
const duplicateFrom = 0.97;

type NeighboursProps = {
  answer: WireImageSearchResult;
  threshold: number;
  onUse: (product: ShownProduct) => void;
};

export function Neighbours({ answer, threshold, onUse }: NeighboursProps) {
  const { t, number } = useText();
  const [opened, setOpened] = useState<string | null>(null);
  const hits = (answer.documents ?? []).map(({ document, score }) => ({
    product: shownProduct(document),
    score,
  }));
  const duplicates = hits.filter(({ score }) => score >= duplicateFrom);
  const why = answer.explain?.documents.find(({ identifier }) => identifier === opened);
  const product = hits.find((hit) => hit.product.identifier === opened)?.product;
  return (
    <div className="flex flex-col gap-4">
      <h2 className="sr-only">{t('preview.results')}</h2>
      <p role="status" className="font-medium">
        {t('lab.above', {
          count: hits.filter(({ score }) => score >= threshold).length,
          score: number(threshold, 2),
        })}
      </p>
      <p className="text-sm text-muted">
        <strong className="font-medium">{t('lab.duplicates')}: </strong>
        {duplicates.length === 0
          ? t('lab.noDuplicates')
          : t('lab.duplicatesHint', { score: number(duplicateFrom, 2) })}
      </p>
      <ProductGrid label={t('preview.results')}>
        {hits.map(({ product: each, score }) => (
          <li key={each.identifier} className={score < threshold ? '[&_img]:opacity-35' : undefined}>
            <ProductCard
              product={each}
              score={score}
              threshold={threshold}
              marks={score >= duplicateFrom && <Badge tone="warning">{t('lab.duplicate')}</Badge>}
              onOpen={() => setOpened(each.identifier)}
            />
          </li>
        ))}
      </ProductGrid>
      {why && product && (
        <WhyDrawer
          why={why}
          facets={answer.filters}
          product={product}
          onClose={() => setOpened(null)}
          onUse={(next) => {
            setOpened(null);
            onUse(next);
          }}
        />
      )}
    </div>
  );
}
