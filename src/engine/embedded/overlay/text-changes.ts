import type { Field } from '../../../domain/dataset.ts';
import type { Product } from '../../../domain/product.ts';
import type { Picture } from '../../engine.ts';
import type { ProductState } from '../../semantics/fold-changes.ts';
import type { StringTable } from '../storage/strings.ts';

type State = ProductState<number | Picture>;

/** A product that a batch names, before and after it. */
export type StateChange = { readonly before: State | null; readonly after: State | null };

/**
 * Products whose words in the index change, by row; null: the row has no words any more. A removed product gets back the
 * words of the version, or none if it was added: how rare a word is must not depend on what a product said before it was
 * removed.
 */
export const selectTextChanges = (
  indexedFields: readonly Field[],
  stateChanges: ReadonlyMap<string, StateChange>,
  identifiers: StringTable,
  readPublished: (identifier: string) => State | null,
): Map<number, Product | null> => {
  const textOf = ({ displayText, fields }: Product): string =>
    JSON.stringify([displayText, ...indexedFields.map(({ name }) => fields[name] ?? null)]);
  const changes = new Map<number, Product | null>();
  for (const [identifier, { before, after }] of stateChanges) {
    const product = (after ?? readPublished(identifier))?.product ?? null;
    const isSame = before !== null && product !== null && textOf(before.product) === textOf(product);
    if (!isSame) changes.set(identifiers.find(identifier), product);
  }
  return changes;
};
