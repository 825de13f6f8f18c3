import { Type } from 'typebox';
import {
  noOtherProperties,
  stringList,
  exactlyOneProperty,
  positiveInteger,
  uniqueName,
} from './schema-parts.ts';

const auth = Type.Object(
  {
    basic: Type.Optional(
      Type.Object(
        {
          user: Type.String({ description: 'User name.' }),
          password: Type.Optional(
            Type.String({ description: 'Password. Left out: the one that is stored stays.' }),
          ),
        },
        { ...noOtherProperties, description: 'HTTP basic authentication.' },
      ),
    ),
    header: Type.Optional(
      Type.Object(
        {
          name: Type.String({ minLength: 1, description: 'Name of the header.' }),
          value: Type.Optional(
            Type.String({ description: 'Value of the header. Left out: the one that is stored stays.' }),
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
    file: Type.Optional(
      Type.String({ minLength: 1, description: 'A file; relative to the folder of this declaration.' }),
    ),
    url: Type.Optional(
      Type.String({
        pattern: '^https?://[^/?#@\\s]+([/?#]\\S*)?$',
        description: 'An http or https address, without a user name or password in it (they belong in auth).',
      }),
    ),
    images: Type.Optional(
      Type.String({ minLength: 1, description: 'A folder in which relative image names are looked up.' }),
    ),
    schedule: Type.Optional(
      Type.String({
        pattern: '^\\S+( \\S+){4}$',
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
    name: Type.String({ minLength: 1, description: 'Name in product records, facets, filters and sorts.' }),
    displayName: Type.Optional(Type.String({ description: 'Name that shoppers read.' })),
    from: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'Column or attribute of the feed, or a path: images[0].url.',
      }),
    ),
    scale: Type.Optional(
      Type.Number({ description: 'Factor for a number: 0.01 where the feed counts in minor units.' }),
    ),
    template: Type.Optional(
      Type.String({ description: 'Text to build from other columns when this one is missing: .../p/{id}.' }),
    ),
    type: Type.Optional(
      Type.Enum(['text', 'number', 'boolean', 'list', 'path'], { description: 'Type of its values.' }),
    ),
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
    blockedWords: Type.Optional(stringList('Words and phrases that are never suggested.')),
    everyMinutes: Type.Optional(positiveInteger('New events are learnt from after so many minutes.', 1440)),
  },
  { ...noOtherProperties, description: 'For keywords: how they are learnt from what shoppers do.' },
);

export const datasetSchema = Type.Object(
  {
    name: uniqueName('dataset'),
    kind: Type.Enum(['products', 'keywords'], { description: 'What it holds.' }),
    source: Type.Optional(source),
    fields: Type.Optional(Type.Array(field, { description: 'How fields of the feed are mapped.' })),
    products: Type.Optional(
      Type.String({
        description: 'For keywords: the product dataset in which a suggestion must find something.',
      }),
    ),
    model: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'Model that embeds the pictures; left out: the default one.',
      }),
    ),
    learning: Type.Optional(learning),
  },
  { ...noOtherProperties, description: 'Products or keywords, with the feed they are imported from.' },
);

export const synonyms = Type.Array(stringList('Words that mean the same.', 2), {
  description: 'Groups of words that mean the same in this shop.',
});
