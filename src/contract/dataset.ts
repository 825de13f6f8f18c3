import { Type } from 'typebox';
import { datasetKinds, fieldTypes, type PictureView, pictureViews } from '../domain/settings/choices.ts';
import {
  configurationLimits as limits,
  textLengthLimits,
  webAddressPattern,
} from '../domain/settings/limits.ts';
import {
  anyText,
  listOf,
  asStored,
  boundedText,
  closedObject,
  exactlyOne,
  id,
  noOtherProperties,
  nullable,
  positiveInteger,
  removable,
  storedName,
  stringList,
  tracker,
  uniqueName,
  type ValueOf,
} from './schema-parts.ts';

/* A dataset in its two forms, as a box has them. */

const basic = closedObject('HTTP basic authentication.', {
  user: anyText('name', 'User name.'),
  password: Type.Optional(anyText('secret', 'Password. Left out: the one that is stored stays.')),
});

const header = closedObject('A header that is sent with each request.', {
  name: boundedText('name', 'Name of the header.'),
  value: Type.Optional(anyText('secret', 'Value of the header. Left out: the one that is stored stays.')),
});

const auth = exactlyOne('How the feed is asked for.', {
  basic: Type.Optional(basic),
  header: Type.Optional(header),
});

export const sourceDeclaration = closedObject('Where the feed is: exactly one of file and url.', {
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
      description: 'When to read it again: a cron expression of five fields, in UTC, such as "0 */4 * * *".',
    }),
  ),
  auth: Type.Optional(auth),
});

const field = closedObject('What is left out is found by inspection of the feed.', {
  name: boundedText('name', 'Name in product records, facets, filters and sorts.'),
  displayName: Type.Optional(anyText('name', 'Name that shoppers read.')),
  from: Type.Optional(boundedText('value', 'Column or attribute of the feed, or a path: images[0].url.')),
  scale: Type.Optional(
    Type.Number({ description: 'Factor for a number: 0.01 where the feed counts in minor units.' }),
  ),
  template: Type.Optional(
    anyText('text', 'Text to build from other columns when this one is missing: .../p/{id}.'),
  ),
  type: Type.Optional(Type.Enum([...fieldTypes], { description: 'Type of its values.' })),
  facetable: Type.Optional(Type.Boolean({ description: 'Can be counted and filtered by.' })),
  sortable: Type.Optional(Type.Boolean({ description: 'Can be sorted by.' })),
  searchable: Type.Optional(Type.Boolean({ description: 'Its words are found by the text rung.' })),
  order: Type.Optional(Type.Number({ description: 'Place among the fields; smaller comes first.' })),
});

export const blockedWords = stringList('Words and phrases that are never suggested.', limits.blockedWords);

const learning = closedObject('For keywords: how they are learnt from what shoppers do.', {
  retentionDays: Type.Optional(
    positiveInteger('Events are removed so many days after they were received.', limits.learningDays),
  ),
  halfLifeDays: Type.Optional(
    positiveInteger('After so many days an action counts half.', limits.learningDays),
  ),
  shoppersAtLeast: Type.Optional(
    positiveInteger('Different shoppers behind a learnt suggestion.', limits.shoppersAtLeast),
  ),
  blockedWords: Type.Optional(blockedWords),
  everyMinutes: Type.Optional(
    positiveInteger('New events are learnt from after so many minutes.', limits.learningMinutes),
  ),
});

const labelField = Type.Object(
  {
    field: boundedText('name', 'Name of the field; products with the same value belong together.'),
    weight: Type.Number({
      exclusiveMinimum: 0,
      maximum: limits.labelWeight,
      description: 'How much it says beside the others: only the ratio matters.',
    }),
  },
  noOtherProperties,
);

export const datasetDeclaration = closedObject(
  'Products or keywords, with the feed they are imported from.',
  {
    name: uniqueName('dataset'),
    kind: Type.Enum([...datasetKinds], { description: 'What it holds.' }),
    source: Type.Optional(sourceDeclaration),
    fields: Type.Optional(listOf(field, 'How fields of the feed are mapped.', limits.fields)),
    products: Type.Optional(
      boundedText('name', 'For keywords: the product dataset in which a suggestion must find products.'),
    ),
    model: Type.Optional(boundedText('url', 'Model that embeds the pictures; left out: the default one.')),
    view: Type.Optional(
      Type.Enum([...pictureViews], {
        description:
          'For products: what of each picture is embedded: all of the product, the square in its middle, or the mean of both. Left out: it is decided on a sample of the catalogue.',
      }),
    ),
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
);

export type DeclaredDataset = ValueOf<typeof datasetDeclaration>;

const storedAuth = Type.Union([
  Type.Object({ kind: Type.Literal('basic'), ...asStored(Type.Required(basic)).properties }),
  Type.Object({ kind: Type.Literal('header'), ...asStored(Type.Required(header)).properties }),
]);

const storedSource = Type.Object({
  /** Exactly one of `file` and `url`. A relative file is resolved when the declaration is read. */
  file: nullable(Type.String()),
  url: nullable(Type.String()),
  images: nullable(Type.String()),
  schedule: nullable(Type.String()),
  auth: nullable(storedAuth),
});

const labelFields = Type.Array(asStored(labelField));

export const storedDataset = Type.Object({
  id,
  websiteId: id,
  /** `dsTracker` of a suggestion, and the dataset's name inside the engine. */
  tracker,
  name: storedName,
  kind: Type.Enum([...datasetKinds]),
  source: nullable(storedSource),
  fields: Type.Array(asStored(field)),
  productsId: nullable(id),
  /** null: the default model. */
  model: nullable(Type.String()),
  view: removable<PictureView>(Type.Enum([...pictureViews])),
  imagesUrl: removable<string>(Type.String()),
  learnFrom: removable<LabelField[]>(labelFields),
  learning: Type.Optional(asStored(learning)),
});

export type Dataset = ValueOf<typeof storedDataset>;
/** The operator's settings for a field; the rest is detected by inspecting the feed. */
export type FieldOverride = ValueOf<typeof field>;
/** A field whose values say which products look alike, and how much it says. Only the ratio of weights matters. */
export type LabelField = ValueOf<typeof labelField>;
