import type { Dataset } from '../../api/types.ts';
import { Chips } from '../../components/display/chips.tsx';
import { PictureProvider } from '../../components/products/picture-source.tsx';
import { ResultStrip } from '../../components/products/result-strip.tsx';
import { useTopTerms } from '../../data/analytics.ts';
import { useProducts } from '../../data/datasets.ts';
import { useText } from '../../texts/text-context.tsx';

const shown = 6;

const ProductStrip = ({ website, name }: { website: string; name: string }) => {
  const { t } = useText();
  const { data } = useProducts(website, name, '');
  const products = data?.products ?? [];
  // Spread over the page: neighbours in the list are of one kind.
  const step = Math.max(1, Math.floor(products.length / shown));
  return (
    <PictureProvider website={website} dataset={name}>
      <ResultStrip
        label={t('datasets.strip.products')}
        products={products.filter((_, place) => place % step === 0).slice(0, shown)}
      />
    </PictureProvider>
  );
};

const TermStrip = ({ website }: { website: string }) => {
  const { t } = useText();
  return <Chips label={t('datasets.strip.terms')} words={useTopTerms(website).slice(0, shown)} />;
};

/** What is in it: the first products, or what shoppers search for most. */
export const DatasetStrip = ({ website, dataset }: { website: string; dataset: Dataset }) => {
  const { kind, name } = dataset.declaration;
  // Room for the pictures, so that rows do not grow when they arrive.
  return (
    <div className="flex min-h-17 w-96 items-center max-sm:w-48 max-sm:[&_li:nth-child(n+4)]:hidden">
      {dataset.live !== null &&
        (kind === 'products' ? (
          <ProductStrip website={website} name={name} />
        ) : (
          <TermStrip website={website} />
        ))}
    </div>
  );
};
