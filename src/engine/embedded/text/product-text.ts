import type { Field } from '../../../domain/dataset.ts';
import type { FieldValue } from '../../../domain/product.ts';

/** Words of a name say more about a product than words of an attribute. */
const weights = { name: 3, brand: 2, other: 1 } as const;

export type TextPart = { readonly text: string; readonly weight: number };

const asText = (value: FieldValue | undefined): string => {
  const text = typeof value === 'object' ? value.join(' ') : String(value ?? '');
  return text.replaceAll('/', ' ');
};

const speaks = (field: Field): boolean =>
  field.searchable || field.name === 'brand' || field.name === 'category' || field.type === 'path';

/** What a product says about itself: its name, brand, category and searchable attributes. */
export const textParts = (
  displayText: string,
  values: Readonly<Record<string, FieldValue>>,
  fields: readonly Field[],
): TextPart[] => {
  const parts: TextPart[] = [{ text: displayText, weight: weights.name }];
  for (const field of fields) {
    if (!speaks(field) || field.name === 'displayText' || !Object.hasOwn(values, field.name)) continue;
    const weight = field.name === 'brand' ? weights.brand : weights.other;
    parts.push({ text: asText(values[field.name]), weight });
  }
  return parts;
};
