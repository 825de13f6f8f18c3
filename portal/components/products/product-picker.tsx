import { Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useProducts } from '../../data/datasets.ts';
import { TextField } from '../forms/text-field.tsx';
import { useText } from '../../texts/text-context.tsx';
import { Dialog } from '../layers/dialog.tsx';
import { QueryView } from '../feedback/query-view.tsx';
import { PictureProvider } from './picture-source.tsx';
import { ProductPicture, type ProductSummary } from './product-card.tsx';

type ProductPickerProps = {
  open: boolean;
  title: string;
  website: string;
  dataset: string | undefined;
  /** Cannot be picked again. */
  taken?: readonly string[];
  onPick: (product: ProductSummary) => void;
  onClose: () => void;
};

/** Finds a product by name or identifier. Stays open, so that several can be picked in a row. */
export const ProductPicker = ({
  open,
  title,
  website,
  dataset,
  taken = [],
  onPick,
  onClose,
}: ProductPickerProps) => {
  const { t, price } = useText();
  const [text, setText] = useState('');
  const query = useProducts(website, open ? dataset : undefined, useDeferredValue(text));
  return (
    <Dialog open={open} wide title={title} onClose={onClose}>
      <TextField label={t('preview.search')} type="search" autoFocus value={text} onChange={setText} />
      <div className="mt-4 min-h-80">
        <QueryView query={query}>
          {({ products }) =>
            products.length === 0 ? (
              <p className="flex items-center gap-2 py-8 text-muted">
                <Search className="size-4" aria-hidden />
                {t('preview.nothing')}
              </p>
            ) : (
              <PictureProvider website={website} dataset={dataset}>
                <ul className="grid gap-2 sm:grid-cols-2">
                  {products.map((product) => (
                    <li key={product.identifier}>
                      <button
                        type="button"
                        disabled={taken.includes(product.identifier)}
                        onClick={() => onPick({ ...product, currency: product.currency ?? null })}
                        className="flex w-full items-center gap-3 rounded-xl border border-line p-2 text-left hover:border-accent hover:bg-accent-soft disabled:opacity-50"
                      >
                        <span className="size-14 shrink-0 overflow-hidden rounded-lg bg-sunken">
                          <ProductPicture product={product} />
                        </span>
                        <span className="min-w-0">
                          <span className="line-clamp-1 font-medium">{product.displayText}</span>
                          <span className="block font-mono text-xs text-muted">{product.identifier}</span>
                          {product.price !== null && (
                            <span className="text-sm text-muted">
                              {price(product.price, product.currency ?? null)}
                            </span>
                          )}
                        </span>
                      </button>
                    </li>
                  ))}
                </ul>
              </PictureProvider>
            )
          }
        </QueryView>
      </div>
    </Dialog>
  );
};
