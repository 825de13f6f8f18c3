import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ProductSummary } from '../components/products/product-card.tsx';
import { useProductsById } from '../data/datasets.ts';

/** The chosen product, kept in the address for reloads, links and other tabs. */
export const useChosenProduct = (
  website: string,
  dataset: string,
): [ProductSummary | null, (product: ProductSummary) => void] => {
  const { product } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [known = null] = useProductsById(website, dataset, product === undefined ? [] : [product]);
  const choose = ({ identifier }: ProductSummary): void =>
    void navigate({ to: '.', search: (now) => ({ ...now, product: identifier }), replace: true });
  return [known, choose];
};
