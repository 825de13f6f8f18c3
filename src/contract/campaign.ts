import { Type } from 'typebox';
import { bannerPositions, campaignStates } from '../domain/settings/choices.ts';
import { configurationLimits as limits, textLengthLimits } from '../domain/settings/limits.ts';
import {
  anyText,
  listOf,
  asStored,
  boundedText,
  closedObject,
  exactlyOne,
  filterText,
  id,
  int32,
  noOtherProperties,
  nullable,
  parsedFilter,
  positiveInteger,
  storedName,
  stringList,
  uniqueName,
  type ValueOf,
  webAddress,
} from './schema-parts.ts';

/* A campaign in its two forms, as a box has them. An effect and a promotion are declared as `{ banner: … }`, stored with their kind. */

const bounds = (what: string) =>
  Type.Object(
    {
      min: Type.Optional(Type.Number({ description: 'At least.' })),
      max: Type.Optional(Type.Number({ description: 'At most.' })),
    },
    {
      ...noOtherProperties,
      minProperties: 1,
      description: `${what}; both bounds are inclusive, a missing one is open.`,
    },
  );

const when = closedObject('Everything given must hold; left out: always.', {
  identifiers: Type.Optional(stringList('The source product is one of these.', limits.identifiers, 1)),
  variantOnly: Type.Optional(
    Type.Boolean({ description: 'Whether `identifiers` leave out the other variants of these products.' }),
  ),
  category: Type.Optional(boundedText('value', 'It is in this category or below it.')),
  brand: Type.Optional(boundedText('value', 'It is of this brand.')),
  attributes: Type.Optional(
    Type.Array(
      Type.Object(
        {
          name: boundedText('name', 'Name of a mapped field.'),
          value: Type.Unsafe<string | number | boolean>({
            type: ['string', 'number', 'boolean'],
            maxLength: textLengthLimits.value,
            description: 'A value that it has.',
          }),
        },
        noOtherProperties,
      ),
      { maxItems: limits.attributes, description: 'It has all of these.' },
    ),
  ),
  price: Type.Optional(bounds('Its price')),
  results: Type.Optional(bounds('Number of organic results')),
  pattern: Type.Optional(boundedText('value', 'The text that was searched for.')),
});

const variantOnly = Type.Optional(
  Type.Boolean({ description: 'Only the named variants; left out: all variants of the product.' }),
);

const targets = {
  identifiers: Type.Optional(stringList('These products; or filter, not both.', limits.identifiers, 1)),
  variantOnly,
  filter: Type.Optional(filterText('The products that pass; or identifiers, not both.')),
};
const boostFactor = Type.Number({ exclusiveMinimum: 1, description: 'Multiplies the score; above 1.' });
const buryFactor = Type.Number({
  minimum: 0,
  exclusiveMaximum: 1,
  description: 'Multiplies the score; at least 0 and below 1.',
});

const pin = closedObject('Puts one product at a place.', {
  identifier: boundedText('value', 'The product.'),
  position: positiveInteger('Its position in the results, from 1.'),
  variantOnly,
});

const promotion = exactlyOne('One of pin, boost, bury and hide.', {
  pin: Type.Optional(pin),
  boost: Type.Optional(closedObject('Moves products forward.', { ...targets, factor: boostFactor })),
  bury: Type.Optional(closedObject('Moves products back.', { ...targets, factor: buryFactor })),
  hide: Type.Optional(closedObject('Takes products out.', targets)),
});

const tile = closedObject('One answer to the question.', {
  id: boundedText('name', 'What the shop sends back when the tile is chosen.'),
  text: boundedText('text', 'What the shopper reads.'),
  tile: Type.Optional(anyText('content', 'What the shop shows: an image address or a snippet.')),
  filter: filterText('Choosing the tile restricts the results to what passes.'),
  factor: Type.Optional(
    Type.Number({
      exclusiveMinimum: 1,
      description: 'When given, what passes moves forward by this factor instead of being all there is.',
    }),
  ),
});

const redirect = closedObject('Sends the shopper elsewhere.', {
  url: webAddress('Target of the redirect, passed on unchanged.'),
});

const banner = closedObject('Shows a banner.', {
  position: Type.Enum([...bannerPositions], { description: 'Where the banner stands.' }),
  contents: Type.Array(boundedText('content', 'HTML or text.'), {
    minItems: 1,
    maxItems: limits.bannerContents,
    description: 'What it shows. Links must be http, https or relative.',
  }),
});

const ads = closedObject('Shows products beside the results.', {
  identifiers: stringList('Products to show as ads.', limits.ads, 1),
});

const promotionEffect = closedObject('Changes the order of the results.', {
  highlighted: Type.Optional(Type.Boolean({ description: 'Whether the shop should set them off.' })),
  promotions: listOf(promotion, 'What is done, in order.', limits.promotions, 1),
});

const intentClarification = closedObject('Asks what the shopper means.', {
  question: boundedText('text', 'What the shopper is asked.'),
  tiles: listOf(tile, 'The answers to choose from.', limits.tiles, 1),
});

const effect = exactlyOne('One of redirect, banner, ads, promotion and intentClarification.', {
  redirect: Type.Optional(redirect),
  banner: Type.Optional(banner),
  ads: Type.Optional(ads),
  promotion: Type.Optional(promotionEffect),
  intentClarification: Type.Optional(intentClarification),
});

const instant = (description: string) =>
  Type.String({
    format: 'date-time',
    maxLength: textLengthLimits.code,
    description: `${description} An instant such as 2026-06-01T00:00:00Z.`,
  });

export const campaignDeclaration = closedObject('A condition, a schedule and one effect.', {
  name: uniqueName('campaign'),
  box: Type.Optional(boundedText('name', 'Name of the box; left out: every search box.')),
  state: Type.Optional(
    Type.Enum([...campaignStates], { description: 'Only what is published is shown; left out: published.' }),
  ),
  priority: Type.Optional(int32('Higher comes first; left out: 0.')),
  when: Type.Optional(when),
  from: Type.Optional(instant('Holds from here on.')),
  until: Type.Optional(instant('Holds until here, exclusive.')),
  weekdays: Type.Optional(
    Type.Array(int32('1 is Monday.', { minimum: 1, maximum: 7 }), {
      maxItems: 7,
      uniqueItems: true,
      description: 'Days on which it holds, 1 Monday to 7 Sunday, in UTC; left out: every day.',
    }),
  ),
  share: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: 'Share of requests that see it; left out: all.' }),
  ),
  effect,
});

export type DeclaredCampaign = ValueOf<typeof campaignDeclaration>;
export type DeclaredEffect = DeclaredCampaign['effect'];
export type DeclaredPromotion = NonNullable<DeclaredEffect['promotion']>['promotions'][number];
export type DeclaredTargets = NonNullable<DeclaredPromotion['hide']>;
export type DeclaredTile = NonNullable<DeclaredEffect['intentClarification']>['tiles'][number];

/** The products a promotion applies to. A filter is evaluated for each variant. */
const storedTargets = Type.Union([
  Type.Object({ identifiers: Type.Array(Type.String()), variantOnly: Type.Optional(Type.Boolean()) }),
  Type.Object({ filter: parsedFilter }),
]);

const storedPromotion = Type.Union([
  Type.Object({ action: Type.Literal('pin'), ...asStored(pin).properties }),
  Type.Object({ action: Type.Literal('boost'), targets: storedTargets, factor: asStored(boostFactor) }),
  Type.Object({ action: Type.Literal('bury'), targets: storedTargets, factor: asStored(buryFactor) }),
  Type.Object({ action: Type.Literal('hide'), targets: storedTargets }),
]);

/** Choosing a tile either filters the set or boosts the products that match. */
const tileAction = Type.Union([
  Type.Object({ kind: Type.Literal('filter'), filter: parsedFilter }),
  Type.Object({ kind: Type.Literal('boost'), filter: parsedFilter, factor: asStored(boostFactor) }),
]);

const storedTile = Type.Object({
  ...asStored(Type.Omit(tile, ['tile', 'filter', 'factor'])).properties,
  tile: nullable(Type.String()),
  action: tileAction,
});

const storedEffect = Type.Union([
  Type.Object({ kind: Type.Literal('redirect'), ...asStored(redirect).properties }),
  Type.Object({ kind: Type.Literal('banner'), ...asStored(banner).properties }),
  Type.Object({ kind: Type.Literal('ads'), ...asStored(ads).properties }),
  Type.Object({
    kind: Type.Literal('promotion'),
    highlighted: Type.Boolean(),
    promotions: Type.Array(storedPromotion),
  }),
  Type.Object({
    kind: Type.Literal('intentClarification'),
    ...asStored(Type.Omit(intentClarification, ['tiles'])).properties,
    tiles: Type.Array(storedTile),
  }),
]);

const schedule = Type.Object({
  /** ISO 8601 instants; `until` is exclusive. */
  from: nullable(Type.String()),
  until: nullable(Type.String()),
  weekdays: Type.Array(Type.Integer({ minimum: 1, maximum: 7 })),
  /** Of the weekdays: that of the website, which is stored with the website alone. Left out or null: UTC. */
  timeZone: Type.Optional(nullable(Type.String())),
});

const moved = ['box', 'when', 'from', 'until', 'weekdays', 'effect'] as const;

export const storedCampaign = Type.Object({
  ...asStored(Type.Omit(campaignDeclaration, [...moved])).properties,
  ...asStored(Type.Required(Type.Pick(campaignDeclaration, ['state', 'priority', 'share']))).properties,
  /** Constant for the life of the campaign. */
  ruleId: int32('', { minimum: 1 }),
  websiteId: id,
  name: storedName,
  /** null: every search box of the website. */
  boxId: nullable(id),
  when: asStored(when),
  schedule,
  effect: storedEffect,
});

/** Equal priorities: the older campaign (smaller ruleId) first. `share` is chosen by a stable hash of the request id. */
export type Campaign = ValueOf<typeof storedCampaign>;
