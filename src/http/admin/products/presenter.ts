import type { WireFoundProduct } from './schema.ts';

export type ProductRecord = Readonly<Record<string, unknown>>;

export const readRecord = (record: Uint8Array): ProductRecord =>
  JSON.parse(new TextDecoder().decode(record)) as ProductRecord;

export const presentProduct = (identifier: string, record: ProductRecord): WireFoundProduct => ({
  identifier,
  displayText: textOf(record['displayText']) ?? identifier,
  imageUrl: textOf(record['imageUrl']),
  price: typeof record['price'] === 'number' ? record['price'] : null,
  currency: textOf(record['currency']),
});

const textOf = (value: unknown): string | null => {
  const [first] = (Array.isArray(value) ? value : [value]) as unknown[];
  return typeof first === 'string' && first !== '' ? first : null;
};
