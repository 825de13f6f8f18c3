import { type Static, Type } from 'typebox';
import { Nullable, NullableText, StringEnum } from '../../schema-helpers.ts';
import { Count, Instant, Page } from '../contract/field-schemas.ts';

const parts = {
  identifier: Type.String(),
  displayText: Type.String(),
  imageUrl: NullableText(),
  price: Nullable(Type.Number()),
  currency: NullableText(),
};

export const ProductSummary = Type.Object(parts, { title: 'ProductSummary' });

export const ProductPage = Type.Object(
  { products: Type.Array(ProductSummary), count: Count(), page: Count(), pageSize: Count() },
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

const ChangedField = Type.Object(
  { name: Type.String(), value: NullableText('As it reads now; null where it was taken away.') },
  { title: 'ChangedField' },
);

const LiveChange = Type.Object(
  {
    at: Instant('When it was true, by the clock of whoever said it.'),
    identifier: Type.String(),
    displayText: NullableText('Its name now; null when it is sold no more.'),
    kind: StringEnum(
      ['added', 'changed', 'removed', 'picture'],
      '`picture`: it was looked at, after it was named.',
    ),
    fields: Type.Array(ChangedField, { description: 'What was said; empty for a product that went.' }),
    by: NullableText('The subscription that said it; null: the service itself.'),
    pending: Type.Boolean({ description: 'Not in the live version yet: the next one takes it up.' }),
  },
  { title: 'LiveChange' },
);

export const LiveChanges = Type.Object(
  {
    changes: Type.Array(LiveChange, { description: 'Newest first, two hundred at the most.' }),
    pending: Count('How many of these the next version takes up.'),
  },
  { title: 'LiveChanges' },
);

export const PictureFile = Type.String({
  contentMediaType: 'image/webp',
  description: 'A square, on white.',
});

export const ProductQuery = Type.Object({
  q: Type.Optional(
    Type.String({ maxLength: 200, description: 'Words of its name, or (the beginning of) its identifier.' }),
  ),
  page: Page,
});

export type WireProductSummary = Static<typeof ProductSummary>;
export type WireLiveChange = Static<typeof LiveChange>;
