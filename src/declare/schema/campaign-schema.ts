import { Type } from 'typebox';
import { bannerPositions } from '../../domain/campaign.ts';
import {
  noOtherProperties,
  filterText,
  stringList,
  exactlyOneProperty,
  positiveInteger,
  uniqueName,
} from './schema-parts.ts';

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

const when = Type.Object(
  {
    identifiers: Type.Optional(stringList('The product asked about is one of these.', 1)),
    category: Type.Optional(
      Type.String({ minLength: 1, description: 'It is in this category or below it.' }),
    ),
    brand: Type.Optional(Type.String({ minLength: 1, description: 'It is of this brand.' })),
    attributes: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: Type.String({ minLength: 1, description: 'Name of a mapped field.' }),
            value: Type.Unsafe<string | number | boolean>({
              type: ['string', 'number', 'boolean'],
              description: 'A value that it carries.',
            }),
          },
          noOtherProperties,
        ),
        { description: 'It carries all of these.' },
      ),
    ),
    price: Type.Optional(bounds('Its price')),
    results: Type.Optional(bounds('Number of organic results')),
    pattern: Type.Optional(Type.String({ minLength: 1, description: 'The text that was searched for.' })),
  },
  { ...noOtherProperties, description: 'Everything given must hold; left out: always.' },
);

const targets = {
  identifiers: Type.Optional(stringList('These products; or filter, not both.', 1)),
  filter: Type.Optional(filterText('The products that pass; or identifiers, not both.')),
};
const boostFactor = Type.Number({ exclusiveMinimum: 1, description: 'Multiplies the score; above 1.' });
const buryFactor = Type.Number({
  minimum: 0,
  exclusiveMaximum: 1,
  description: 'Multiplies the score; at least 0 and below 1.',
});

const promotion = Type.Object(
  {
    pin: Type.Optional(
      Type.Object(
        {
          identifier: Type.String({ minLength: 1, description: 'The product.' }),
          position: positiveInteger('Its place in the results, from 1.'),
        },
        { ...noOtherProperties, description: 'Puts one product at a place.' },
      ),
    ),
    boost: Type.Optional(
      Type.Object(
        { ...targets, factor: boostFactor },
        { ...noOtherProperties, description: 'Moves products forward.' },
      ),
    ),
    bury: Type.Optional(
      Type.Object(
        { ...targets, factor: buryFactor },
        { ...noOtherProperties, description: 'Moves products back.' },
      ),
    ),
    hide: Type.Optional(Type.Object(targets, { ...noOtherProperties, description: 'Takes products out.' })),
  },
  { ...exactlyOneProperty, description: 'One of pin, boost, bury and hide.' },
);

const tile = Type.Object(
  {
    id: Type.String({ minLength: 1, description: 'What the shop sends back when the tile is chosen.' }),
    text: Type.String({ minLength: 1, description: 'What the shopper reads.' }),
    tile: Type.Optional(Type.String({ description: 'What the shop shows: an image address or a snippet.' })),
    filter: filterText('Choosing the tile restricts the results to what passes.'),
    factor: Type.Optional(
      Type.Number({
        exclusiveMinimum: 1,
        description: 'When given, what passes moves forward by this factor instead of being all there is.',
      }),
    ),
  },
  { ...noOtherProperties, description: 'One answer to the question.' },
);

export const effectSchema = Type.Object(
  {
    redirect: Type.Optional(
      Type.Object(
        { url: Type.String({ minLength: 1, description: 'Where to; passed on unchanged.' }) },
        { ...noOtherProperties, description: 'Sends the shopper elsewhere.' },
      ),
    ),
    banner: Type.Optional(
      Type.Object(
        {
          position: Type.Enum([...bannerPositions], { description: 'Where the banner stands.' }),
          contents: stringList('What it shows: HTML or text.', 1),
        },
        { ...noOtherProperties, description: 'Shows a banner.' },
      ),
    ),
    ads: Type.Optional(
      Type.Object(
        { identifiers: stringList('Products to show as ads.', 1) },
        { ...noOtherProperties, description: 'Shows products beside the results.' },
      ),
    ),
    promotion: Type.Optional(
      Type.Object(
        {
          highlighted: Type.Optional(Type.Boolean({ description: 'Whether the shop should set them off.' })),
          promotions: Type.Array(promotion, { minItems: 1, description: 'What is done, in order.' }),
        },
        { ...noOtherProperties, description: 'Changes the order of the results.' },
      ),
    ),
    intentClarification: Type.Optional(
      Type.Object(
        {
          question: Type.String({ minLength: 1, description: 'What the shopper is asked.' }),
          tiles: Type.Array(tile, { minItems: 1, description: 'The answers to choose from.' }),
        },
        { ...noOtherProperties, description: 'Asks what the shopper means.' },
      ),
    ),
  },
  { ...exactlyOneProperty, description: 'One of redirect, banner, ads, promotion and intentClarification.' },
);

const instant = (description: string) =>
  Type.String({
    format: 'date-time',
    description: `${description} An instant such as 2026-06-01T00:00:00Z.`,
  });

export const campaignSchema = Type.Object(
  {
    name: uniqueName('campaign'),
    box: Type.Optional(Type.String({ description: 'Name of the box; left out: every search box.' })),
    state: Type.Optional(
      Type.Enum(['draft', 'published'], { description: 'A draft is not shown; left out: published.' }),
    ),
    priority: Type.Optional(Type.Integer({ description: 'Higher comes first; left out: 0.' })),
    when: Type.Optional(when),
    from: Type.Optional(instant('Holds from here on.')),
    until: Type.Optional(instant('Holds until here, exclusive.')),
    weekdays: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
        uniqueItems: true,
        description: 'Days on which it holds, 1 Monday to 7 Sunday, in UTC; left out: every day.',
      }),
    ),
    share: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1, description: 'Share of requests that see it; left out: all.' }),
    ),
    effect: effectSchema,
  },
  { ...noOtherProperties, description: 'A condition, a schedule and one effect.' },
);
