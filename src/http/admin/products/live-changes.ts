import type { FieldValue } from '../../../domain/product.ts';
import type { RecordedChange, ProductChange } from '../../../engine/engine.ts';
import type { WireLiveChange } from './schema.ts';

export const changedIdentifier = (change: ProductChange): string =>
  change.kind === 'put' ? change.product.identifier : change.identifier;

/** One live change: which product, which fields, by which key. */
export const presentChange = (
  { change, merged }: RecordedChange,
  displayText: string | null,
): WireLiveChange => ({
  at: new Date(change.at).toISOString(),
  identifier: changedIdentifier(change),
  displayText,
  kind: changeKind(change),
  fields: Object.entries(changedValues(change)).map(([name, value]) => ({ name, value: formatValue(value) })),
  by: change.by ?? null,
  pending: !merged,
});

const changeKind = (change: ProductChange): WireLiveChange['kind'] => {
  if (change.kind === 'put') return 'added';
  if (change.kind === 'remove') return 'removed';
  const isPicture = change.picture !== undefined && Object.keys(changedValues(change)).length === 0;
  return isPicture ? 'picture' : 'changed';
};

/** The fields that a change sets, under the names of the product record. */
const changedValues = (change: ProductChange): Record<string, FieldValue | null> => {
  if (change.kind === 'remove') return {};
  if (change.kind === 'put') {
    const { displayText, url, price, available } = change.product;
    return { displayText, url, price, available };
  }
  const { fields = {}, images, ...own } = change.set;
  const mapped = Object.entries(fields).filter(([name]) => !(name in own) && !shownElsewhere.has(name));
  return { ...own, ...(images && { imageUrl: images }), ...Object.fromEntries(mapped) };
};

/** Shown elsewhere: the identifier, and the pictures. */
const shownElsewhere: ReadonlySet<string> = new Set(['identifier', 'imageUrl']);

const textLength = 200;

const formatValue = (value: FieldValue | null): string | null => {
  return value === null ? null : [value].flat().join(', ').slice(0, textLength);
};
