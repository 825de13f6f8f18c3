import type { Field } from '../../../domain/dataset.ts';
import type { Product } from '../../../domain/product.ts';
import type { Picture } from '../../engine.ts';
import type { ProductState } from '../../semantics/fold-changes.ts';
import type { StringTable } from '../storage/strings.ts';

type State = ProductState<number | Picture>;

/** A product that a batch names, before and after it. */
export type StateChange = { readonly before: State | null; readonly after: State | null };

/** Products whose words in the index change, by row; null: the row has no words any more. */
export const selectTextChanges = (
  indexedFields: readonly Field[],
  products: ReadonlyMap<number, Product>,
  stateChanges: ReadonlyMap<string, StateChange>,
  identifiers: StringTable,
  readPublished: (identifier: string) => State | null,
): Map<number, Product | null> =>
  new Map([
    ...selectRewritten(indexedFields, products, stateChanges),
    ...selectRestored(indexedFields, stateChanges, identifiers, readPublished),
  ]);

const indexedText = (indexedFields: readonly Field[], { displayText, fields }: Product): string =>
  JSON.stringify([displayText, ...indexedFields.map(({ name }) => fields[name] ?? null)]);

/** Products whose indexed text changed. */
const selectRewritten = (
  indexedFields: readonly Field[],
  products: ReadonlyMap<number, Product>,
  stateChanges: ReadonlyMap<string, StateChange>,
): Map<number, Product> =>
  new Map(
    [...products].filter(([, product]) => {
      const before = stateChanges.get(product.identifier)?.before;
      return !before || indexedText(indexedFields, before.product) !== indexedText(indexedFields, product);
    }),
  );

/**
 * Removed products whose words in the index are not those of the version. They get them back, or none if they were
 * added: how rare a word is must not depend on what a product said before it was removed.
 */
const selectRestored = (
  indexedFields: readonly Field[],
  stateChanges: ReadonlyMap<string, StateChange>,
  identifiers: StringTable,
  readPublished: (identifier: string) => State | null,
): Map<number, Product | null> => {
  const restored = new Map<number, Product | null>();
  for (const [identifier, { before, after }] of stateChanges) {
    if (after !== null || before === null) continue;
    const published = readPublished(identifier)?.product ?? null;
    const isSame =
      published !== null &&
      indexedText(indexedFields, published) === indexedText(indexedFields, before.product);
    if (!isSame) restored.set(identifiers.find(identifier), published);
  }
  return restored;
};
