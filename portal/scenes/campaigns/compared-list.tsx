import type { ReactNode } from 'react';
import type { ProductSummary } from '../../components/products/product-card.tsx';
import { ProductRow } from '../../components/products/product-row.tsx';
import { useText } from '../../texts/text-context.tsx';

/** More rows than these are unfolded on request: the two lists fit on a screen. */
const maxVisible = 10;

type ComparedListProps = {
  label: string;
  products: readonly ProductSummary[];
  marksOf: (identifier: string) => ReactNode;
  onOpen?: (identifier: string) => void;
};

/** One side of a comparison: a line for each product. */
export const ComparedList = ({ label, products, marksOf, onOpen }: ComparedListProps) => {
  const { t } = useText();
  const list = (part: readonly ProductSummary[]) =>
    part.map((product) => (
      <li key={product.identifier}>
        <ProductRow
          product={product}
          marks={marksOf(product.identifier)}
          {...(onOpen ? { onOpen: () => onOpen(product.identifier) } : {})}
        />
      </li>
    ));
  return (
    <section className="min-w-0">
      <h3 className="mb-1 font-medium">{label}</h3>
      <ol aria-label={label}>{list(products.slice(0, maxVisible))}</ol>
      {products.length > maxVisible && (
        <details>
          <summary className="inline-flex min-h-6 items-center text-sm text-accent-ink hover:underline">
            {t('common.more')}
          </summary>
          <ol start={maxVisible + 1} aria-label={t('campaign.preview.rest', { name: label })}>
            {list(products.slice(maxVisible))}
          </ol>
        </details>
      )}
    </section>
  );
};
