import type { WireImageSearchResult } from '../../../src/http/image-search/schema.ts';
import { ScoreBar } from '../../components/products/score-bar.tsx';
import { Button } from '../../components/buttons/button.tsx';
import { Drawer } from '../../components/layers/dialog.tsx';
import { ProductPicture, type ProductSummary } from '../../components/products/product-card.tsx';
import { DataList } from '../../components/display/table.tsx';
import { useText } from '../../texts/text-context.tsx';

export type DocumentExplanation = NonNullable<WireImageSearchResult['explain']>['documents'][number];

type WhyDrawerProps = {
  why: DocumentExplanation;
  /** Facets of the same response, for the display names of fields. */
  facets: WireImageSearchResult['filters'];
  product: ProductSummary;
  /** What it is shown for, beside it. */
  source?: ProductSummary | null | undefined;
  onUse?: (product: ProductSummary) => void;
  onClose: () => void;
};

/** In the middle of the line of its label. */
const BesideLabel = ({ score }: { score: number }) => (
  <div className="grid min-h-6 items-center">
    <ScoreBar score={score} />
  </div>
);

/** Explains the score of one product. */
export const WhyDrawer = ({ why, facets, product, source, onUse, onClose }: WhyDrawerProps) => {
  const { t, number } = useText();
  const parts = [
    { term: t('preview.why.score'), score: why.score },
    { term: t('preview.why.looks'), score: why.looks },
    { term: t('preview.why.colour'), score: why.colour },
    { term: t('preview.why.title'), score: why.title },
    { term: t('preview.why.text'), score: why.text },
  ];
  const moved = why.pinned || why.boost !== 1;
  return (
    <Drawer
      open
      title={t('product.why')}
      onClose={onClose}
      actions={onUse && <Button onClick={() => onUse(product)}>{t('preview.use')}</Button>}
    >
      <div className="mb-5 grid grid-cols-2 gap-4">
        {[...(source ? [source] : []), product].map((each) => (
          <figure key={each.identifier} className="min-w-0">
            <div className="aspect-square overflow-hidden rounded-xl bg-sunken">
              <ProductPicture product={each} />
            </div>
            <figcaption className="mt-2 text-sm">
              <span className="block font-semibold">{each.displayText}</span>
              <span className="font-mono text-xs wrap-anywhere text-muted">{each.identifier}</span>
            </figcaption>
          </figure>
        ))}
      </div>
      <DataList
        items={parts.flatMap(({ term, score }) =>
          score === null ? [] : [{ term, value: <BesideLabel score={score} /> }],
        )}
      />
      <div className="mt-5 flex flex-col gap-1">
        {why.pinned && <p>{t('preview.why.pinned')}</p>}
        {why.boost !== 1 && <p>{t('preview.why.boost', { factor: number(why.boost, 2) })}</p>}
        {!moved && <p className="text-muted">{t('preview.why.organic')}</p>}
      </div>
      <h3 className="mt-5 mb-2 font-medium">{t('preview.why.shared')}</h3>
      {why.shared.length === 0 ? (
        <p className="text-muted">{t('preview.why.nothingShared')}</p>
      ) : (
        <DataList
          items={why.shared.map(({ field, values }) => ({
            term: facets?.find(({ name }) => name === field)?.displayName ?? field,
            value: values.join(', '),
          }))}
        />
      )}
    </Drawer>
  );
};
