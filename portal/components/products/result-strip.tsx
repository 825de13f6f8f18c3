import { classNames } from '../../styles/class-names.ts';
import { ProductPicture, type ProductSummary } from './product-card.tsx';

type ResultStripProps = {
  label: string;
  products: readonly ProductSummary[];
  /** Products with a ring around their picture, and what it means, for who cannot see it. */
  marked?: readonly string[];
  markText?: string;
  /** More rows instead of cutting off: where the screen is wide, everywhere, or eight in a row that is filled. */
  wraps?: 'wide' | 'always' | 'eight';
};

/**
 * The first results in one row of small pictures; what does not fit is cut off. `relative`, so that texts for screen
 * readers are cut off with it and do not widen the page.
 */
export const ResultStrip = ({ label, products, marked = [], markText = '', wraps }: ResultStripProps) => {
  return (
    <ol
      aria-label={label}
      className={classNames(
        'relative flex min-w-0 gap-1.5 overflow-hidden p-0.5',
        wraps === 'wide' && 'xl:grid xl:grid-cols-4 xl:gap-2.5 2xl:grid-cols-6',
        wraps === 'eight' && 'grid! grid-cols-4 sm:grid-cols-8',
        wraps === 'always' && 'grid! grid-cols-[repeat(auto-fill,minmax(5rem,1fr))] gap-2.5',
      )}
    >
      {products.map((product) => {
        const isMarked = marked.includes(product.identifier);
        return (
          <li
            key={product.identifier}
            title={product.displayText}
            className={classNames(
              'shrink-0 overflow-hidden rounded-lg border',
              wraps === 'always' || wraps === 'eight' ? 'aspect-square' : 'size-14',
              wraps === 'wide' && 'xl:aspect-square xl:size-auto',
              isMarked ? 'border-accent ring-2 ring-accent' : 'border-line',
            )}
          >
            <ProductPicture product={product} />
            <span className="sr-only">
              {product.displayText}
              {isMarked && ` (${markText})`}
            </span>
          </li>
        );
      })}
    </ol>
  );
};
