import type { ReactNode } from 'react';
import { ProductPicture, type ProductSummary } from './product-card.tsx';

type ProductRowProps = {
  product: ProductSummary;
  marks?: ReactNode;
  /** The whole row becomes a button. */
  onOpen?: () => void;
};

/** A product in one line, where many are compared. */
export const ProductRow = ({ product, marks, onOpen }: ProductRowProps) => {
  const { displayText, identifier } = product;
  return (
    <article className="relative flex min-w-0 items-center gap-3 py-1">
      <span className="size-10 shrink-0 overflow-hidden rounded-lg border border-line">
        <ProductPicture product={product} />
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        {onOpen ? (
          <button
            type="button"
            onClick={onOpen}
            className="truncate text-left text-sm font-medium after:absolute after:inset-0 after:rounded-lg"
          >
            {displayText}
          </button>
        ) : (
          <span className="truncate text-sm font-medium">{displayText}</span>
        )}
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="truncate font-mono text-xs text-muted">{identifier}</span>
          {marks}
        </span>
      </span>
    </article>
  );
};
