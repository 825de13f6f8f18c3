import { classNames } from '../../styles/class-names.ts';
import { ProductPicture, type ProductSummary } from './product-card.tsx';

type ResultStripProps = {
  label: string;
  products: readonly ProductSummary[];
  /** Products with a ring around their picture, and what it means, for who cannot see it. */
  marked?: readonly string[];
  markText?: string;
  /** More rows where the screen is wide, instead of cutting off. */
  wraps?: boolean;
};

/**
 * The first results in one row of small pictures; what does not fit is cut off. `relative`, so that texts for screen
 * readers are cut off with it and do not widen the page.
 */
export const ResultStrip = ({
  label,
  products,
  marked = [],
  markText = '',
  wraps = false,
}: ResultStripProps) => {
  return (
    <ol
      aria-label={label}
      className={classNames('relative flex min-w-0 gap-1.5 overflow-hidden p-0.5', wraps && 'xl:flex-wrap')}
    >
      {products.map((product) => {
        const isMarked = marked.includes(product.identifier);
        return (
          <li
            key={product.identifier}
            title={product.displayText}
            className={classNames(
              'size-14 shrink-0 overflow-hidden rounded-lg border',
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
