import type { WireSuggestionList } from '../../../src/http/related-keywords/schema.ts';
import { Card } from '../../components/layout/card.tsx';
import { PictureProvider } from '../../components/products/picture-source.tsx';
import { ResultStrip } from '../../components/products/result-strip.tsx';
import { SuggestionChips } from '../../components/products/suggestion-chips.tsx';
import { useDatasets } from '../../data/datasets.ts';
import { useFoundProducts } from '../../data/products.ts';
import { useText } from '../../texts/text-context.tsx';

const shown = 8;

/** Products with the words of a search term: what shoppers look at while they read the suggestions. */
const FoundProducts = ({ website, pattern }: { website: string; pattern: string }) => {
  const { t } = useText();
  const { data: datasets = [] } = useDatasets(website);
  const catalogues = datasets
    .filter(({ declaration: { kind }, live }) => kind === 'products' && live !== null)
    .map(({ declaration: { name } }) => name);
  const products = useFoundProducts(website, catalogues.slice(0, 1), pattern);
  if (products.length === 0) return null;
  return (
    <Card title={t('preview.related.products', { pattern })}>
      <PictureProvider website={website} dataset={products[0]?.dataset}>
        <ResultStrip
          wraps="always"
          label={t('preview.related.products', { pattern })}
          products={products.slice(0, shown)}
        />
      </PictureProvider>
    </Card>
  );
};

type ShopperViewProps = {
  website: string;
  /** What the box answers from. */
  dataset: string;
  pattern: string;
  answer: WireSuggestionList;
};

/** The suggestions as a shopper gets them, without reasons and buttons. */
export const ShopperView = ({ website, dataset, pattern, answer }: ShopperViewProps) => {
  const { t } = useText();
  if (!answer.suggestions?.length) return null;
  return (
    <>
      <Card title={t('preview.related.shopper')}>
        <p className="mb-3 text-muted">{t('preview.related.searched', { pattern })}</p>
        <SuggestionChips
          website={website}
          dataset={dataset}
          label={t('preview.related.shopper')}
          answer={answer}
        />
      </Card>
      <FoundProducts website={website} pattern={pattern} />
    </>
  );
};
