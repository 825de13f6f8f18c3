import type { FieldValue } from '../../domain/product.ts';
import type { DraftProduct, ProductChange } from '../engine.ts';

/** A catalogue after live changes, worked out by doing one after the other in the order of their instants. */
export const applyChanges = (
  products: readonly DraftProduct[],
  changes: readonly ProductChange[],
): DraftProduct[] => {
  const sold = new Map(products.map((one) => [one.product.identifier, one]));
  const inOrder = changes.map((change, came) => ({ change, came }));
  inOrder.sort((a, b) => a.change.at - b.change.at || a.came - b.came);
  for (const { change } of inOrder) {
    if (change.kind === 'put') {
      sold.set(change.product.identifier, { product: change.product, picture: change.picture });
      continue;
    }
    const before = sold.get(change.identifier);
    sold.delete(change.identifier);
    if (change.kind === 'remove' || !before) continue;
    const { fields: given = {}, ...own } = change.set;
    const fields: Record<string, FieldValue> = { ...before.product.fields };
    for (const [name, value] of Object.entries(given)) {
      if (value === null) delete fields[name];
      else fields[name] = value;
    }
    const picture = change.picture === undefined ? before.picture : change.picture;
    sold.set(change.identifier, { product: { ...before.product, ...own, fields }, picture });
  }
  return [...sold.values()];
};
