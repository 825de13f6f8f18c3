import type { Dataset } from '../../api/types.ts';
import { Chips } from '../../components/display/chips.tsx';
import { PictureProvider } from '../../components/products/picture-source.tsx';
import { ResultStrip } from '../../components/products/result-strip.tsx';
import { useTopTerms } from '../../data/analytics.ts';
import { useProducts } from '../../data/datasets.ts';
import { useText } from '../../texts/text-context.tsx';

const shown = 6;
const shownLarge = 12;

type ProductStripProps = { website: string; name: string; most: number; wraps: boolean };

const ProductStrip = ({ website, name, most, wraps }: ProductStripProps) => {
  const { t } = useText();
  const { data } = useProducts(website, name, '');
  const products = data?.products ?? [];
  // Spread over the page: neighbours in the list are of one kind.
  const step = Math.max(1, Math.floor(products.length / most));
  return (
    <PictureProvider website={website} dataset={name}>
      <ResultStrip
        label={t('datasets.strip.products')}
        products={products.filter((_, place) => place % step === 0).slice(0, most)}
        {...(wraps ? { wraps: 'always' as const } : {})}
      />
    </PictureProvider>
  );
};

const TermStrip = ({ website }: { website: string }) => {
  const { t } = useText();
  const terms = useTopTerms(website).slice(0, shown);
  return <Chips label={t('datasets.strip.terms')} chips={terms.map((word) => ({ word }))} />;
};

type DatasetStripProps = {
  website: string;
  dataset: Dataset;
  /** As wide as its place instead of one row of a table. */
  large?: boolean;
};

/** What is in it: the first products, or what shoppers search for most. */
export const DatasetStrip = ({ website, dataset, large = false }: DatasetStripProps) => {
  const { kind, name } = dataset.declaration;
  // Room for the pictures, so that rows do not grow when they arrive.
  return (
    <div
      className={
        large
          ? 'min-h-22 [&_ol]:auto-rows-[0px] [&_ol]:grid-rows-[auto] [&_ol]:gap-y-0'
          : 'flex min-h-17 w-96 items-center max-sm:w-48 max-sm:[&_li:nth-child(n+4)]:hidden min-[90rem]:min-h-20 min-[90rem]:w-120 min-[90rem]:[&_ol>li]:size-18'
      }
    >
      {dataset.live !== null &&
        (kind === 'products' ? (
          <ProductStrip website={website} name={name} most={large ? shownLarge : shown} wraps={large} />
        ) : (
          <TermStrip website={website} />
        ))}
    </div>
  );
};
