import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ProductSummary } from '../components/products/product-card.tsx';
import { useProducts, useProductsById } from '../data/datasets.ts';

/**
 * The chosen product, kept in the address for reloads, links and other tabs; before a choice the first of the catalogue,
 * so that a page shows something at once.
 */
export const useChosenProduct = (
  website: string,
  dataset: string,
): [ProductSummary | null, (product: ProductSummary) => void] => {
  const { product } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [known] = useProductsById(website, dataset, product === undefined ? [] : [product]);
  const { data: first } = useProducts(website, dataset, '');
  const choose = ({ identifier }: ProductSummary): void =>
    void navigate({ to: '.', search: (now) => ({ ...now, product: identifier }), replace: true });
  return [known ?? (product === undefined ? (first?.products[0] ?? null) : null), choose];
};
