import { type Static, Type } from 'typebox';
import { Nullable, Text } from '../../wire.ts';
import { Count, Page } from '../contract/words.ts';

const parts = {
  identifier: Type.String(),
  displayText: Type.String(),
  imageUrl: Text(),
  price: Nullable(Type.Number()),
  currency: Text(),
};

export const FoundProduct = Type.Object(parts, { title: 'FoundProduct' });

export const ProductPage = Type.Object(
  { products: Type.Array(FoundProduct), count: Count(), page: Count(), pageSize: Count() },
  { title: 'ProductPage' },
);

export const Product = Type.Object(
  { ...parts, record: Type.Record(Type.String(), Type.Unknown()) },
  { title: 'Product', description: '`record` is the whole product record under its mapped names.' },
);

export const UnpicturedProduct = Type.Object(
  { ...parts, reason: Type.String() },
  { title: 'UnpicturedProduct' },
);

export const ProductQuery = Type.Object({
  q: Type.Optional(
    Type.String({ maxLength: 200, description: 'Words of its name, or (the beginning of) its identifier.' }),
  ),
  page: Page,
});

export type WireFoundProduct = Static<typeof FoundProduct>;
