import type { Box } from '../../api/types.ts';
import { readAnsweredProducts } from '../../components/products/answered-products.ts';
import { PictureProvider } from '../../components/products/picture-source.tsx';
import { ProductTiles } from '../../components/products/product-tiles.tsx';
import { readProductRecord } from '../../components/products/read-product-record.ts';
import { ResultStrip } from '../../components/products/result-strip.tsx';
import { SuggestionChips } from '../../components/products/suggestion-chips.tsx';
import { useRelatedPreview, useSearchPreview } from '../../data/boxes.ts';
import { useProducts } from '../../data/datasets.ts';
import { useText } from '../../texts/text-context.tsx';

const shown = 6;

/** What the strip answers, for who sees it; its list has the same label. */
const Caption = ({ text }: { text: string }) => (
  <p aria-hidden className="mb-1 h-5 truncate text-sm text-muted">
    {text}
  </p>
);

/** Look-alikes of the first product of the catalogue, as the box answers now. */
export const SearchStrip = ({ website, box: { declaration, dataset } }: { website: string; box: Box }) => {
  const { t } = useText();
  const { data: catalogue } = useProducts(website, dataset, '');
  const [first] = catalogue?.products ?? [];
  const { data } = useSearchPreview(
    website,
    declaration.name,
    first ? { identifier: first.identifier, campaigns: 'published', parameters: { top: shown } } : null,
  );
  const products = (data?.documents ?? []).map(({ document }) => readProductRecord(document));
  return (
    <>
      <Caption text={first ? t('tune.of', { name: first.displayText }) : ''} />
      <PictureProvider website={website} dataset={dataset}>
        <ResultStrip
          label={t('tune.of', { name: first?.displayText ?? '' })}
          products={first && products.length > 0 ? products.slice(0, shown) : []}
        />
      </PictureProvider>
    </>
  );
};

type RelatedStripProps = {
  website: string;
  box: Box;
  term: string;
  /** As wide as its place, with all that the box serves. */
  large?: boolean;
};

/** What the box answers for a search term: pictures of products, chips of keywords. */
export const RelatedStrip = ({ website, box, term, large = false }: RelatedStripProps) => {
  const { t } = useText();
  const { data } = useRelatedPreview(website, box.declaration.name, {
    pattern: term,
    campaigns: 'published',
  });
  const label = t('boxes.strip.term', { term });
  if (data && !data.suggestions?.length)
    return <p className="text-sm text-muted">{t('preview.related.none.title')}</p>;
  if (box.kind === 'relatedProducts') {
    const products = readAnsweredProducts(data);
    return (
      <PictureProvider website={website} dataset={box.dataset}>
        {large ? (
          <ProductTiles label={label} products={products} />
        ) : (
          <ResultStrip label={label} products={products.slice(0, shown)} />
        )}
      </PictureProvider>
    );
  }
  return (
    <SuggestionChips
      website={website}
      dataset={box.dataset}
      label={label}
      answer={data}
      {...(large ? {} : { most: shown })}
    />
  );
};

/** A box shows what it serves. `term`: what shoppers search for most; null where nobody has searched yet. */
export const BoxStrip = ({ website, box, term }: { website: string; box: Box; term: string | null }) => {
  const { t } = useText();
  // Room for the pictures, so that rows do not grow when they arrive.
  return (
    <div className="min-h-23 w-96 max-sm:w-60 max-sm:[&_li:nth-child(n+4)]:hidden min-[90rem]:min-h-26 min-[90rem]:w-120 min-[90rem]:[&_ol>li]:size-18">
      {box.kind === 'search' ? (
        <SearchStrip website={website} box={box} />
      ) : (
        term !== null && (
          <>
            <Caption text={t('boxes.strip.term', { term })} />
            <RelatedStrip website={website} box={box} term={term} />
          </>
        )
      )}
    </div>
  );
};
