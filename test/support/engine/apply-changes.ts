import type { FieldValue } from '../../../src/domain/product.ts';
import type { DraftProduct, ProductChange } from '../../../src/engine/engine.ts';

/** A catalogue after live changes, computed by applying them one by one in the order of `at`. */
export const applyChanges = (
  products: readonly DraftProduct[],
  changes: readonly ProductChange[],
): DraftProduct[] => {
  const catalogue = new Map(products.map((one) => [one.product.identifier, one]));
  const sorted = changes.map((change, arrival) => ({ change, arrival }));
  sorted.sort((a, b) => a.change.at - b.change.at || a.arrival - b.arrival);
  for (const { change } of sorted) {
    if (change.kind === 'put') {
      catalogue.set(change.product.identifier, { product: change.product, picture: change.picture });
      continue;
    }
    const current = catalogue.get(change.identifier);
    catalogue.delete(change.identifier);
    if (change.kind === 'remove' || !current) continue;
    const { fields: fieldUpdates = {}, ...properties } = change.set;
    const fields: Record<string, FieldValue> = { ...current.product.fields };
    for (const [name, value] of Object.entries(fieldUpdates)) {
      if (value === null) delete fields[name];
      else fields[name] = value;
    }
    const picture = change.picture === undefined ? current.picture : change.picture;
    catalogue.set(change.identifier, { product: { ...current.product, ...properties, fields }, picture });
  }
  return [...catalogue.values()];
};
