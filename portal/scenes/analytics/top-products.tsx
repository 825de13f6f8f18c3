import type { Analytics } from '../../api/types.ts';
import { PictureProvider } from '../../components/products/picture-source.tsx';
import { ProductPicture } from '../../components/products/product-card.tsx';
import { classNames } from '../../styles/class-names.ts';
import { useText } from '../../texts/text-context.tsx';

type TopProduct = Analytics['top']['identifiers'][number];

/** Products by name and picture. One that no catalogue has is shown by what the shop asked for. */
export const TopProducts = ({
  website,
  label,
  products,
}: {
  website: string;
  label: string;
  products: readonly TopProduct[];
}) => {
  const { t, number } = useText();
  return (
    <ol aria-label={label} className="divide-y divide-line">
      {products.map(({ text, count, product }) => (
        <li key={text} className="flex items-center gap-3 py-2 first:pt-0 last:pb-0">
          {/* A product that no catalogue has leaves the place of its picture empty: names stay in line. */}
          <span
            className={classNames(
              'size-11 shrink-0 overflow-hidden rounded-lg',
              product ? 'bg-picture' : 'bg-sunken',
            )}
          >
            {product && (
              <PictureProvider website={website} dataset={product.dataset}>
                <ProductPicture product={{ identifier: text, imageUrl: null }} />
              </PictureProvider>
            )}
          </span>
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">
              {product?.displayText ?? (text.trim() === '' ? t('analytics.top.empty') : text)}
            </span>
            <span className="block truncate text-sm text-muted">
              {product ? text : t('analytics.top.unknownProduct')}
            </span>
          </span>
          <span className="font-medium">{number(count)}</span>
        </li>
      ))}
    </ol>
  );
};
