import { Type } from 'typebox';
import { bannerPositions } from '../../domain/campaign.ts';
import { parsedFilter } from '../../contract/schema-parts.ts';

const text = Type.String();
const scalar = Type.Union([text, Type.Number(), Type.Boolean()]);

const bounds = Type.Object({ min: Type.Optional(Type.Number()), max: Type.Optional(Type.Number()) });

export const conditionSchema = Type.Object({
  identifiers: Type.Optional(Type.Array(text)),
  category: Type.Optional(text),
  brand: Type.Optional(text),
  attributes: Type.Optional(Type.Array(Type.Object({ name: text, value: scalar }))),
  price: Type.Optional(bounds),
  results: Type.Optional(bounds),
  pattern: Type.Optional(text),
});

const targetsSchema = Type.Union([
  Type.Object({ identifiers: Type.Array(text) }),
  Type.Object({ filter: parsedFilter }),
]);

const promotionSchema = Type.Union([
  Type.Object({
    action: Type.Literal('pin'),
    identifier: text,
    position: Type.Integer({ minimum: 1 }),
  }),
  Type.Object({ action: Type.Literal('boost'), targets: targetsSchema, factor: Type.Number() }),
  Type.Object({ action: Type.Literal('bury'), targets: targetsSchema, factor: Type.Number() }),
  Type.Object({ action: Type.Literal('hide'), targets: targetsSchema }),
]);

const tileActionSchema = Type.Union([
  Type.Object({ kind: Type.Literal('filter'), filter: parsedFilter }),
  Type.Object({ kind: Type.Literal('boost'), filter: parsedFilter, factor: Type.Number() }),
]);

const tileSchema = Type.Object({
  id: text,
  text,
  tile: Type.Union([text, Type.Null()]),
  action: tileActionSchema,
});

export const effectSchema = Type.Union([
  Type.Object({ kind: Type.Literal('redirect'), url: text }),
  Type.Object({
    kind: Type.Literal('banner'),
    position: Type.Enum([...bannerPositions]),
    contents: Type.Array(text),
  }),
  Type.Object({ kind: Type.Literal('ads'), identifiers: Type.Array(text) }),
  Type.Object({
    kind: Type.Literal('promotion'),
    highlighted: Type.Boolean(),
    promotions: Type.Array(promotionSchema),
  }),
  Type.Object({ kind: Type.Literal('intentClarification'), question: text, tiles: Type.Array(tileSchema) }),
]);
