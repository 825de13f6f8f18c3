import type { Dataset } from '../../api/types.ts';
import { Chips } from '../../components/products/chips.tsx';
import { PictureProvider } from '../../components/products/picture-source.tsx';
import { ResultStrip } from '../../components/products/result-strip.tsx';
import { useTopTerms } from '../../data/analytics.ts';
import { useSpreadProducts } from '../../data/datasets.ts';
import { useText } from '../../texts/text-context.tsx';

const shown = 12;

const ProductStrip = ({ website, name }: { website: string; name: string }) => {
  const { t } = useText();
  const products = useSpreadProducts(website, name, shown);
  return (
    <PictureProvider website={website} dataset={name}>
      <ResultStrip label={t('datasets.strip.products')} products={products} wraps="always" />
    </PictureProvider>
  );
};

const TermStrip = ({ website }: { website: string }) => {
  const { t } = useText();
  const terms = useTopTerms(website).slice(0, shown);
  return <Chips label={t('datasets.strip.terms')} chips={terms.map((word) => ({ word }))} />;
};

type DatasetStripProps = { website: string; dataset: Dataset };

/** What is in it: products of each kind, or what shoppers search for most. */
export const DatasetStrip = ({ website, dataset }: DatasetStripProps) => {
  const { kind, name } = dataset.declaration;
  const isProducts = kind === 'products';
  // Room for the pictures, so that nothing moves when they arrive.
  return (
    <div
      className={
        isProducts
          ? 'min-h-22 [&_ol]:grid-cols-4! sm:[&_ol]:grid-cols-6! lg:[&_ol]:grid-cols-12!'
          : 'min-h-16 sm:min-h-7'
      }
    >
      {dataset.live !== null &&
        (isProducts ? <ProductStrip website={website} name={name} /> : <TermStrip website={website} />)}
    </div>
  );
};
