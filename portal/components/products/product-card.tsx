import { ImageOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useText } from '../../texts/text-context.tsx';
import { ScoreBar } from './score-bar.tsx';
import { usePictureAddress } from './picture-source.tsx';

export type ProductSummary = {
  readonly identifier: string;
  readonly displayText: string;
  readonly imageUrl: string | null;
  readonly price: number | null;
  readonly currency: string | null;
};

type ProductCardProps = {
  product: ProductSummary;
  score?: number;
  threshold?: number;
  marks?: ReactNode;
  actions?: ReactNode;
  /** The whole picture becomes a button. */
  onOpen?: () => void;
};

/** A missing or broken picture is replaced by a text. */
export const ProductPicture = ({ product }: { product: Pick<ProductSummary, 'identifier' | 'imageUrl'> }) => {
  const { t } = useText();
  const address = usePictureAddress(product);
  const [broken, setBroken] = useState<string | null>(null);
  if (address === null || broken === address) {
    return (
      <span className="@container grid size-full place-items-center bg-picture text-xs text-on-picture">
        <span className="flex flex-col items-center gap-1">
          <ImageOff className="size-5" aria-hidden />
          {/* A small tile has no room for the words. */}
          <span className="sr-only @min-[5rem]:not-sr-only">{t('product.noPicture')}</span>
        </span>
      </span>
    );
  }
  return (
    <img
      src={address}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setBroken(address)}
      className="size-full bg-picture object-contain"
    />
  );
};

export const ProductCard = ({ product, score, threshold, marks, actions, onOpen }: ProductCardProps) => {
  const { price } = useText();
  const { displayText, identifier } = product;
  return (
    <article className="group relative flex h-full min-w-0 flex-col overflow-hidden rounded-xl border border-line bg-surface">
      <div className="relative aspect-square bg-picture">
        <ProductPicture product={product} />
        {marks && <div className="absolute top-2 left-2 flex flex-wrap gap-1">{marks}</div>}
      </div>
      <div className="flex flex-1 flex-col gap-1 p-3">
        {/* Three lines, inside the button too: lines of the heading do not count what is in a button. */}
        <h3 className="text-sm font-medium tracking-normal">
          {onOpen ? (
            <button
              type="button"
              onClick={onOpen}
              className="text-left after:absolute after:inset-0 after:rounded-xl"
            >
              <span className="line-clamp-3">{displayText}</span>
            </button>
          ) : (
            <span className="line-clamp-3">{displayText}</span>
          )}
        </h3>
        {/* At the foot: tiles of a row have titles of different lengths. */}
        <p className="mt-auto flex items-baseline justify-between gap-2 text-sm">
          <span className="truncate font-mono text-xs text-muted">{identifier}</span>
          {product.price !== null && (
            <span className="shrink-0">{price(product.price, product.currency)}</span>
          )}
        </p>
        {score !== undefined && (
          <ScoreBar score={score} {...(threshold === undefined ? {} : { threshold })} />
        )}
        {actions && <div className="relative flex items-center gap-1 pt-1">{actions}</div>}
      </div>
    </article>
  );
};
