import { decodeRecord, type ProductRecord } from '../../../domain/product-record.ts';
import type { ProductRow } from '../../../engine/engine.ts';
import type { WireProductSummary } from './routes.ts';

export const presentProduct = (identifier: string, record: ProductRecord): WireProductSummary => ({
  identifier,
  displayText: firstText(record['displayText']) ?? identifier,
  imageUrl: firstText(record['imageUrl']),
  price: typeof record['price'] === 'number' ? record['price'] : null,
  currency: firstText(record['currency']),
});

export const presentRow = ({ identifier, record }: ProductRow): WireProductSummary =>
  presentProduct(identifier, decodeRecord(record));

const firstText = (value: unknown): string | null => {
  const [first] = (Array.isArray(value) ? value : [value]) as unknown[];
  return typeof first === 'string' && first !== '' ? first : null;
};
