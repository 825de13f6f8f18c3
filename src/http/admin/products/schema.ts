import { type Static, Type } from 'typebox';
import { Nullable, NullableText, StringEnum } from '../../schema/schema-helpers.ts';
import { PictureFault } from '../pictures/schema.ts';
import { textLengthLimits } from '../../../domain/configuration-limits.ts';
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
  { ...parts, fault: Nullable(PictureFault) },
  { title: 'UnpicturedProduct', description: '`fault` is null where the reason is not recorded any more.' },
);

const ChangedField = Type.Object(
  { name: Type.String(), value: NullableText('Its new value; null when it was removed.') },
  { title: 'ChangedField' },
);

const LiveChange = Type.Object(
  {
    at: Instant('Timestamp of the change, by the clock of the sender.'),
    identifier: Type.String(),
    displayText: NullableText('Its current name; null when it was removed.'),
    kind: StringEnum(
      ['added', 'changed', 'removed', 'picture'],
      '`picture`: the vectors of its pictures were computed.',
    ),
    fields: Type.Array(ChangedField, { description: 'The changed fields; empty for a removed product.' }),
    by: NullableText('The subscription that sent it; null: the service itself.'),
    pending: Type.Boolean({
      description: 'Whether it is not in the live version yet; the next one includes it.',
    }),
  },
  { title: 'LiveChange' },
);

export const LiveChanges = Type.Object(
  {
    changes: Type.Array(LiveChange, { description: 'Newest first, two hundred at the most.' }),
    pending: Count('Changes that are not in the live version yet.'),
  },
  { title: 'LiveChanges' },
);

export const PictureFile = Type.String({
  contentMediaType: 'image/webp',
  description: 'A square, on white.',
});

export const PictureQuery = Type.Object({
  address: Type.Optional(
    Type.String({
      maxLength: textLengthLimits.url,
      description: 'An http or https address. Hosts that are not on the public internet are not asked.',
    }),
  ),
});

export const ProductQuery = Type.Object({
  q: Type.Optional(
    Type.String({ maxLength: 200, description: 'Words of its name, or (the beginning of) its identifier.' }),
  ),
  page: Page,
});

export type WireProductSummary = Static<typeof ProductSummary>;
export type WireLiveChange = Static<typeof LiveChange>;
