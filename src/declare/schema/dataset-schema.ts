import { Type } from 'typebox';
import { datasetKinds, fieldTypes } from '../../domain/dataset.ts';
import { configurationLimits as limits, textLengthLimits } from '../../domain/configuration-limits.ts';
import { webAddressPattern } from '../../domain/web-address.ts';
import {
  boundedText,
  exactlyOneProperty,
  noOtherProperties,
  positiveInteger,
  stringList,
  uniqueName,
} from '../../contract/schema-parts.ts';

const auth = Type.Object(
  {
    basic: Type.Optional(
      Type.Object(
        {
          user: Type.String({ maxLength: textLengthLimits.name, description: 'User name.' }),
          password: Type.Optional(
            Type.String({
              maxLength: textLengthLimits.secret,
              description: 'Password. Left out: the one that is stored stays.',
            }),
          ),
        },
        { ...noOtherProperties, description: 'HTTP basic authentication.' },
      ),
    ),
    header: Type.Optional(
      Type.Object(
        {
          name: boundedText('name', 'Name of the header.'),
          value: Type.Optional(
            Type.String({
              maxLength: textLengthLimits.secret,
              description: 'Value of the header. Left out: the one that is stored stays.',
            }),
          ),
        },
        { ...noOtherProperties, description: 'A header that is sent with each request.' },
      ),
    ),
  },
  { ...exactlyOneProperty, description: 'How the feed is asked for.' },
);

const source = Type.Object(
  {
    file: Type.Optional(boundedText('file', 'A file; relative to the folder of this declaration.')),
    url: Type.Optional(
      Type.String({
        pattern: webAddressPattern,
        maxLength: textLengthLimits.url,
        description: 'An http or https address, without a user name or password in it (they belong in auth).',
      }),
    ),
    images: Type.Optional(boundedText('file', 'A folder in which relative image names are looked up.')),
    schedule: Type.Optional(
      Type.String({
        pattern: '^\\S+( \\S+){4}$',
        maxLength: textLengthLimits.code,
        description:
          'When to read it again: a cron expression of five fields, in UTC, such as "0 */4 * * *".',
      }),
    ),
    auth: Type.Optional(auth),
  },
  { ...noOtherProperties, description: 'Where the feed is: exactly one of file and url.' },
);

const field = Type.Object(
  {
    name: boundedText('name', 'Name in product records, facets, filters and sorts.'),
    displayName: Type.Optional(
      Type.String({ maxLength: textLengthLimits.name, description: 'Name that shoppers read.' }),
    ),
    from: Type.Optional(boundedText('value', 'Column or attribute of the feed, or a path: images[0].url.')),
    scale: Type.Optional(
      Type.Number({ description: 'Factor for a number: 0.01 where the feed counts in minor units.' }),
    ),
    template: Type.Optional(
      Type.String({
        maxLength: textLengthLimits.text,
        description: 'Text to build from other columns when this one is missing: .../p/{id}.',
      }),
    ),
    type: Type.Optional(Type.Enum([...fieldTypes], { description: 'Type of its values.' })),
    facetable: Type.Optional(Type.Boolean({ description: 'Can be counted and filtered by.' })),
    sortable: Type.Optional(Type.Boolean({ description: 'Can be sorted by.' })),
    searchable: Type.Optional(Type.Boolean({ description: 'Its words are found by the text rung.' })),
    order: Type.Optional(Type.Number({ description: 'Place among the fields; smaller comes first.' })),
  },
  { ...noOtherProperties, description: 'What is left out is found by inspection of the feed.' },
);

const learning = Type.Object(
  {
    retentionDays: Type.Optional(
      positiveInteger('Events are removed so many days after they were received.', 3650),
    ),
    halfLifeDays: Type.Optional(positiveInteger('After so many days an action counts half.', 3650)),
    shoppersAtLeast: Type.Optional(positiveInteger('Different shoppers behind a learnt suggestion.', 1000)),
    blockedWords: Type.Optional(
      stringList('Words and phrases that are never suggested.', limits.blockedWords),
    ),
    everyMinutes: Type.Optional(positiveInteger('New events are learnt from after so many minutes.', 1440)),
  },
  { ...noOtherProperties, description: 'For keywords: how they are learnt from what shoppers do.' },
);

const labelField = Type.Object(
  {
    field: boundedText('name', 'Name of the field; products with the same value belong together.'),
    weight: Type.Number({
      exclusiveMinimum: 0,
      maximum: 100,
      description: 'How much it says beside the others: only the ratio matters.',
    }),
  },
  noOtherProperties,
);

export const datasetSchema = Type.Object(
  {
    name: uniqueName('dataset'),
    kind: Type.Enum([...datasetKinds], { description: 'What it holds.' }),
    source: Type.Optional(source),
    fields: Type.Optional(
      Type.Array(field, { maxItems: limits.fields, description: 'How fields of the feed are mapped.' }),
    ),
    products: Type.Optional(
      boundedText('name', 'For keywords: the product dataset in which a suggestion must find products.'),
    ),
    model: Type.Optional(boundedText('url', 'Model that embeds the pictures; left out: the default one.')),
    imagesUrl: Type.Optional(
      Type.String({
        pattern: webAddressPattern,
        maxLength: textLengthLimits.url,
        description: 'Base address of image names that are no addresses: http or https.',
      }),
    ),
    learnFrom: Type.Optional(
      Type.Array(labelField, {
        maxItems: limits.labelFields,
        description:
          'For products: the fields from which it is learnt which pictures look alike; left out or empty: they are found by inspection.',
      }),
    ),
    learning: Type.Optional(learning),
  },
  { ...noOtherProperties, description: 'Products or keywords, with the feed they are imported from.' },
);

export const synonyms = Type.Array(stringList('Words that mean the same.', limits.synonymsInGroup, 2), {
  maxItems: limits.synonymGroups,
  description: 'Groups of words that mean the same in this shop.',
});
