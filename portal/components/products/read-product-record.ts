import type { ProductSummary } from './product-card.tsx';

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** A product record is free-form: reads the known fields, and only where the type is right. */
export const readProductRecord = (record: Readonly<Record<string, unknown>> | null): ProductSummary => ({
  identifier: text(record?.identifier) ?? '',
  displayText: text(record?.displayText) ?? text(record?.identifier) ?? '',
  imageUrl: text(record?.imageUrl),
  price: typeof record?.price === 'number' ? record.price : null,
  currency: /^[A-Z]{3}$/.test(text(record?.currency) ?? '') ? text(record?.currency) : null,
});
