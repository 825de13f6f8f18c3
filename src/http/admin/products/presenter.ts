import type { ProductRecord } from '../../../domain/product-record.ts';
import type { WireProductSummary } from './schema.ts';

export const presentProduct = (identifier: string, record: ProductRecord): WireProductSummary => ({
  identifier,
  displayText: firstText(record['displayText']) ?? identifier,
  imageUrl: firstText(record['imageUrl']),
  price: typeof record['price'] === 'number' ? record['price'] : null,
  currency: firstText(record['currency']),
});

const firstText = (value: unknown): string | null => {
  const [first] = (Array.isArray(value) ? value : [value]) as unknown[];
  return typeof first === 'string' && first !== '' ? first : null;
};
