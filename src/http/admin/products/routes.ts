import { Type } from 'typebox';
import { campaignRoles } from '../../../domain/campaign-role.ts';
import { campaignStates } from '../../../domain/settings/choices.ts';
import { textLengthLimits, webAddressPattern } from '../../../domain/settings/limits.ts';
import { Nullable, NullableText, StringEnum } from '../../schema/schema-helpers.ts';
import { Component, Count, Instant, Page } from '../contract/field-schemas.ts';
import { route, type SchemaValue } from '../contract/route.ts';
import { PictureFault } from '../imports/routes.ts';

const parts = {
  identifier: Type.String(),
  displayText: Type.String(),
  imageUrl: NullableText(),
  price: Nullable(Type.Number()),
  currency: NullableText(),
};

export const ProductSummary = Component('ProductSummary', parts);

const ListedProduct = Component('ListedProduct', {
  ...parts,
  variants: Count('Rows of the same product, this one included.'),
});

const ProductPage = Component('ProductPage', {
  products: Type.Array(ListedProduct),
  count: Count('Products; all variants of one are one.'),
  page: Count(),
  pageSize: Count(),
});

const Product = Component(
  'Product',
  { ...parts, record: Type.Record(Type.String(), Type.Unknown()) },
  { description: '`record` is the whole product record under its mapped names.' },
);

const UnpicturedProduct = Component(
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

const LiveChanges = Component('LiveChanges', {
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

const ProductUse = Component('ProductUse', {
  variants: Type.Array(ProductSummary, { description: 'The other variants of the product.' }),
  campaigns: Type.Array(ProductCampaign, {
    description: 'Campaigns that touch the product, whatever their state and schedule.',
  }),
  appearances: Type.Array(ProductAppearance, {
    description: 'Where shoppers see it, in the lists of its nearest look-alikes, with the campaigns of now.',
  }),
  changes: Type.Array(LiveChange, { description: 'Its live changes, newest first.' }),
});

const PictureFile = Type.String({
  contentMediaType: 'image/webp',
  description: 'A square, on white.',
});

const PictureQuery = Type.Object({
  address: Type.Optional(
    Type.String({
      maxLength: textLengthLimits.url,
      pattern: webAddressPattern,
      description: 'An http or https address. Hosts that are not on the public internet are not asked.',
    }),
  ),
});

const ProductQuery = Type.Object({
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

const dataset = '/admin/websites/{website}/datasets/{dataset}';

export const productRoutes = [
  route('findProducts', 'GET', `${dataset}/products`, 'viewer', {
    summary: 'Find products of the live version, by words, identifier and filter.',
    query: ProductQuery,
    response: ProductPage,
  }),
  route('getProduct', 'GET', `${dataset}/products/{identifier}`, 'viewer', {
    summary: 'One product of the live version.',
    response: Product,
  }),
  route('getProductUse', 'GET', `${dataset}/products/{identifier}/use`, 'viewer', {
    summary: 'Where a product is used: its variants, campaigns, boxes, and its live changes.',
    response: ProductUse,
  }),
  route('getProductPicture', 'GET', `${dataset}/products/{identifier}/picture`, 'viewer', {
    summary: 'A thumbnail of a product, served from here, so that the portal needs no other host.',
    response: PictureFile,
    media: 'image/webp',
  }),
  route('getPicture', 'GET', `${dataset}/pictures`, 'merchandiser', {
    summary:
      'A picture at an address in its own shape, at most 960 pixels wide and high, served from here: a banner is shown before it is published.',
    query: PictureQuery,
    response: PictureFile,
    media: 'image/webp',
  }),
  route('listLiveChanges', 'GET', `${dataset}/changes`, 'viewer', {
    summary: 'Live changes of products, newest first.',
    response: LiveChanges,
  }),
  route('listMissingPictures', 'GET', `${dataset}/missing-pictures`, 'viewer', {
    summary: 'Products of the live version without a usable picture, the first thousand.',
    response: Type.Array(UnpicturedProduct),
  }),
] as const;
