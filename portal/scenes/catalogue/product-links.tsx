import { Link } from '@tanstack/react-router';
import type { ProductUse } from '../../api/types.ts';
import { ProductPicture } from '../../components/products/product-card.tsx';

type ProductLinksProps = {
  website: string;
  dataset: string;
  label: string;
  products: ProductUse['variants'];
};

/** Products with a small picture, each a link to its page. */
export const ProductLinks = ({ website, dataset, label, products }: ProductLinksProps) => (
  <ul aria-label={label} className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
    {products.map((product) => (
      <li key={product.identifier}>
        <Link
          to="/$website/catalogue/$dataset"
          params={{ website, dataset }}
          search={{ product: product.identifier }}
          className="flex items-center gap-3 rounded-xl border border-line p-2 hover:border-accent hover:bg-accent-soft"
        >
          <span className="size-14 shrink-0 overflow-hidden rounded-lg bg-picture">
            <ProductPicture product={product} />
          </span>
          <span className="min-w-0">
            <span className="line-clamp-2 font-medium text-ink">{product.displayText}</span>
            <span className="block font-mono text-xs wrap-anywhere text-muted">{product.identifier}</span>
          </span>
        </Link>
      </li>
    ))}
  </ul>
);
