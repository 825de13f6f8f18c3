import { ProductPicture, type ProductSummary } from './product-card.tsx';

type ProductTilesProps = {
  label: string;
  products: readonly Pick<ProductSummary, 'identifier' | 'displayText' | 'imageUrl'>[];
};

/** Products as a shopper meets them in a list: a picture and a name. */
export const ProductTiles = ({ label, products }: ProductTilesProps) => (
  <ol aria-label={label} className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3">
    {products.map((product) => (
      <li key={product.identifier} className="min-w-0 overflow-hidden rounded-xl border border-line">
        <div className="aspect-square bg-picture">
          <ProductPicture product={product} />
        </div>
        <p className="mx-3 my-2 line-clamp-3 text-sm hyphens-auto">{product.displayText}</p>
      </li>
    ))}
  </ol>
);
