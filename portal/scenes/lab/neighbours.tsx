import { useState } from 'react';
import type { WireImageSearchResult } from '../../../src/http/image-search/schema.ts';
import { Badge } from '../../components/display/badge.tsx';
import { Button } from '../../components/buttons/button.tsx';
import { ProductCard, type ProductSummary } from '../../components/products/product-card.tsx';
import { ProductGrid } from '../../components/products/product-grid.tsx';
import { useText } from '../../texts/text-context.tsx';
import { WhyDrawer } from '../preview/why-drawer.tsx';
import type { Neighbour } from './use-lab-answer.ts';

/** Two rows of a wide screen; the rest is asked for. */
const shownFirst = 12;

/** From this similarity on two pictures may show the same product. */
const duplicateScore = 0.97;

type NeighboursProps = {
  neighbours: readonly Neighbour[];
  facets: WireImageSearchResult['filters'];
  threshold: number;
  /** null for a photo. */
  source: ProductSummary | null;
  onUse: (product: ProductSummary) => void;
};

export const Neighbours = ({ neighbours, facets, threshold, source, onUse }: NeighboursProps) => {
  const { t, number } = useText();
  const [opened, setOpened] = useState<string | null>(null);
  const [shown, setShown] = useState(shownFirst);
  const isDuplicate = ({ score }: Neighbour): boolean => score >= duplicateScore;
  const openedNeighbour = neighbours.find(({ product }) => product.identifier === opened);
  return (
    <div className="flex flex-col gap-4">
      <h2 className="sr-only">{t('preview.results')}</h2>
      <p role="status" className="font-medium">
        {t('lab.above', {
          count: neighbours.filter(({ score }) => score >= threshold).length,
          score: number(threshold, 2),
        })}
      </p>
      <p className="text-sm text-muted">
        <strong className="font-medium">{t('lab.duplicates')}: </strong>
        {neighbours.some(isDuplicate)
          ? t('lab.duplicatesHint', { score: number(duplicateScore, 2) })
          : t('lab.noDuplicates')}
      </p>
      <ProductGrid label={t('preview.results')}>
        {neighbours.slice(0, shown).map((each) => (
          <li
            key={each.product.identifier}
            className={each.score < threshold ? '[&_img]:opacity-35' : undefined}
          >
            <ProductCard
              product={each.product}
              score={each.score}
              threshold={threshold}
              marks={isDuplicate(each) && <Badge tone="warning">{t('lab.duplicate')}</Badge>}
              onOpen={() => setOpened(each.product.identifier)}
            />
          </li>
        ))}
      </ProductGrid>
      {neighbours.length > shown && (
        <div>
          <Button onClick={() => setShown(neighbours.length)}>
            {t('lab.showMore', { count: neighbours.length - shown })}
          </Button>
        </div>
      )}
      {openedNeighbour?.why && (
        <WhyDrawer
          why={openedNeighbour.why}
          facets={facets}
          product={openedNeighbour.product}
          source={source}
          onClose={() => setOpened(null)}
          onUse={(next) => {
            setOpened(null);
            onUse(next);
          }}
        />
      )}
    </div>
  );
};
