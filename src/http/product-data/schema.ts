import { type Static, Type } from 'typebox';
import { Nullable } from '../schema/schema-helpers.ts';

export const productDataLimits = {
  /** Products in one call. */
  items: 1000,
  bodyBytes: 2 << 20,
  identifierLength: 200,
  textLength: 20_000,
  /** Values of one list. */
  values: 200,
  /** How far a caller's clock may be ahead of ours. */
  aheadMs: 5 * 60_000,
} as const;

/** The range of a date, in milliseconds. */
const latestInstant = 8.64e15;
const Instant = Type.Integer({ minimum: -latestInstant, maximum: latestInstant });
const Timestamp = Type.Union([Type.String({ maxLength: 100 }), Instant], {
  description:
    'When this was true: ISO 8601, or milliseconds since 1970. Changes of a product are ordered by it, whenever they arrive; without one the time of arrival counts.',
});

const scalars = [Type.String({ maxLength: productDataLimits.textLength }), Type.Number(), Type.Boolean()];
/** As in a nested feed: `{"price":{"value":3}}` is the column `price.value`. */
const Nested = Type.Object({}, { additionalProperties: true });
const Value = Type.Union([
  ...scalars,
  Type.Array(Type.Union([...scalars, Nested]), { maxItems: productDataLimits.values }),
  Nested,
  Type.Null(),
]);

/** Names and values as in the product record; the allowed values depend on the fields of the dataset. */
export const ProductData = Type.Object(
  {
    identifier: Type.String({ minLength: 1, maxLength: productDataLimits.identifierLength }),
    timestamp: Type.Optional(Timestamp),
  },
  {
    title: 'ProductData',
    additionalProperties: Value,
    description:
      'Fields under their names in the product record or under the names of the feed\'s own columns, with values as the feed has them: `stock: 0`, `"availability": "out of stock"` and `"available": false` mean the same, `"price": "12.50 EUR"` is a number and a currency. Case, accents, `_`, `-` and spaces in names do not matter. A name that the dataset does not know is refused, see `unknownFields`. In an update, what is left out stays and null removes.',
  },
);

export const ProductDataList = Type.Object(
  {
    timestamp: Type.Optional(Timestamp),
    products: Type.Array(ProductData, { minItems: 1, maxItems: productDataLimits.items }),
  },
  { title: 'ProductDataList', description: 'A bare array of products is read too.' },
);

export const ItemReport = Type.Object(
  {
    index: Type.Integer({ description: 'Index of the item in the request, from 0.' }),
    identifier: Nullable(Type.String()),
    status: Type.Integer({ description: '200, 400 (invalid) or 404 (no such product).' }),
    message: Nullable(
      Type.String({ description: 'What is wrong and what is allowed; null when it was accepted.' }),
    ),
    warnings: Type.Array(Type.String(), {
      description:
        'What was accepted and may not be what was meant: unknown fields, with `unknownFields=warn`.',
    }),
  },
  { title: 'ProductDataItemReport' },
);

export const ChangeReport = Type.Object(
  {
    accepted: Type.Integer(),
    refused: Type.Integer(),
    items: Type.Array(ItemReport),
  },
  { title: 'ProductDataReport' },
);

const RecordValue = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Boolean(),
  Type.Array(Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
]);

const ProductRecord = Type.Object(
  {
    identifier: Type.String(),
    displayText: Type.String(),
    url: Type.String({ description: 'Absolute.' }),
    imageUrl: Type.Optional(Type.String({ description: 'Absolute.' })),
    price: Type.Optional(Type.Number()),
    currency: Type.Optional(Type.String()),
  },
  {
    title: 'ProductRecord',
    additionalProperties: RecordValue,
    description: 'The record as in the documents of an image search: these, and every mapped field.',
  },
);

export const CurrentProduct = Type.Object(
  {
    identifier: Type.String(),
    available: Type.Boolean(),
    groupId: Nullable(Type.String()),
    record: ProductRecord,
  },
  { title: 'CurrentProduct' },
);

export type ItemReport = Static<typeof ItemReport>;
export type ChangeReport = Static<typeof ChangeReport>;
export type CurrentProduct = Static<typeof CurrentProduct>;
