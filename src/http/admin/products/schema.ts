import { Type } from 'typebox';
import { Nullable, NullableText, StringEnum } from '../../schema/schema-helpers.ts';
import { campaignStates } from '../../../domain/choices.ts';
import { campaignRoles } from '../../../domain/campaign-role.ts';
import { PictureFault } from '../pictures/schema.ts';
import { textLengthLimits } from '../../../domain/configuration-limits.ts';
import { webAddressPattern } from '../../../domain/web-address.ts';
import { Component, Count, Instant, Page } from '../contract/field-schemas.ts';
import type { SchemaValue } from '../contract/route.ts';

const parts = {
  identifier: Type.String(),
  displayText: Type.String(),
  imageUrl: NullableText(),
  price: Nullable(Type.Number()),
  currency: NullableText(),
};

export const ProductSummary = Component('ProductSummary', parts);

export const ProductPage = Component('ProductPage', {
  products: Type.Array(ProductSummary),
  count: Count(),
  page: Count(),
  pageSize: Count(),
});

export const Product = Component(
  'Product',
  { ...parts, record: Type.Record(Type.String(), Type.Unknown()) },
  { description: '`record` is the whole product record under its mapped names.' },
);

export const UnpicturedProduct = Component(
  'UnpicturedProduct',
  { ...parts, fault: Nullable(PictureFault) },
  { description: '`fault` is null where the reason is not recorded any more.' },
);

const ChangedField = Component('ChangedField', {
  name: Type.String(),
  value: NullableText('Its new value; null when it was removed.'),
});

const LiveChange = Component('LiveChange', {
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
});

export const LiveChanges = Component('LiveChanges', {
  changes: Type.Array(LiveChange, { description: 'Newest first, two hundred at the most.' }),
  pending: Count('Changes that are not in the live version yet.'),
});

const ProductCampaign = Component('ProductCampaign', {
  ruleId: Type.Integer(),
  name: Type.String(),
  state: StringEnum(campaignStates),
  roles: Type.Array(StringEnum(campaignRoles), {
    description:
      '`source`: its condition holds when shoppers look at the product. The others: what it does with the product.',
  }),
});

const ProductAppearance = Component(
  'ProductAppearance',
  {
    box: Type.String(),
    position: Count('Position in the list, from 1.'),
    product: ProductSummary,
  },
  { description: 'The product is in the list of look-alikes of `product`.' },
);

export const ProductUse = Component('ProductUse', {
  variants: Type.Array(ProductSummary, { description: 'The other variants of the product.' }),
  campaigns: Type.Array(ProductCampaign, {
    description: 'Campaigns that touch the product, whatever their state and schedule.',
  }),
  appearances: Type.Array(ProductAppearance, {
    description: 'Where shoppers see it, in the lists of its nearest look-alikes, with the campaigns of now.',
  }),
  changes: Type.Array(LiveChange, { description: 'Its live changes, newest first.' }),
});

export const PictureFile = Type.String({
  contentMediaType: 'image/webp',
  description: 'A square, on white.',
});

export const PictureQuery = Type.Object({
  address: Type.Optional(
    Type.String({
      maxLength: textLengthLimits.url,
      pattern: webAddressPattern,
      description: 'An http or https address. Hosts that are not on the public internet are not asked.',
    }),
  ),
});

export const ProductQuery = Type.Object({
  q: Type.Optional(
    Type.String({ maxLength: 200, description: 'Words of its name, or (the beginning of) its identifier.' }),
  ),
  filter: Type.Optional(
    Type.String({ maxLength: 2000, description: "Fields of the catalogue, for example `brand eq 'Acme'`." }),
  ),
  page: Page,
});

export type WireProductSummary = SchemaValue<typeof ProductSummary>;
export type WireProductAppearance = SchemaValue<typeof ProductAppearance>;
export type WireProductUse = SchemaValue<typeof ProductUse>;
export type WireLiveChange = SchemaValue<typeof LiveChange>;
