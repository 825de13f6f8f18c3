import { decodeRecord } from '../../../domain/product-record.ts';
import type { Engine } from '../../../engine/engine.ts';
import type { Store } from '../../../store/store.ts';
import { presentProduct } from '../products/presenter.ts';

export type ProductName = { readonly dataset: string; readonly displayText: string };

type Needs = {
  readonly store: Pick<Store, 'datasets'>;
  readonly engine: Pick<Engine, 'products'>;
};

/** The names of products in the catalogues of a website; the first catalogue that has one names it. */
export const nameProducts = async (
  { store, engine }: Needs,
  websiteId: number,
  identifiers: readonly string[],
): Promise<(identifier: string) => ProductName | null> => {
  const names = new Map<string, ProductName>();
  for (const { kind, name, tracker } of store.datasets.list(websiteId)) {
    const missing = identifiers.filter((identifier) => !names.has(identifier));
    const isAsked = kind === 'products' && missing.length > 0;
    const reader = isAsked ? engine.products(tracker) : null;
    for (const { identifier, record } of (await reader?.records(missing)) ?? []) {
      const { displayText } = presentProduct(identifier, decodeRecord(record));
      names.set(identifier, { dataset: name, displayText });
    }
  }
  return (identifier) => names.get(identifier) ?? null;
};
