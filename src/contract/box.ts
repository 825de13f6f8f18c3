import { Type } from 'typebox';
import {
  candidateSources,
  directions,
  fuzzySensitivities,
  relatedBoxKinds,
  searchModes,
  facetTypes,
} from '../domain/settings/choices.ts';
import {
  configurationLimits as limits,
  textLengthLimits,
  webAddressPattern,
} from '../domain/settings/limits.ts';
import {
  listOf,
  asStored,
  boundedText,
  closedObject,
  filterText,
  id,
  int32,
  nullable,
  parsedFilter,
  positiveInteger,
  removable,
  storedName,
  stringList,
  tracker,
  uniqueName,
  type ValueOf,
} from './schema-parts.ts';

/*
 * A box in its two forms. Declared: as operators write it, and as the admin API and the portal show it; what has a
 * default may be left out. Stored: everything is written out, names are ids and filters are parsed.
 */

const common = {
  name: uniqueName('box'),
  dataset: boundedText('name', 'Name of the dataset it answers from.'),
  cacheControl: Type.Optional(
    Type.String({
      pattern: '^[\\x20-\\x7e]+$',
      maxLength: textLengthLimits.name,
      description: 'Sent as Cache-Control with every answer.',
    }),
  ),
};

const strategy = closedObject('One rung of the ladder.', {
  rank: int32('Rungs are tried from the lowest rank up.'),
  from: Type.Enum([...candidateSources], {
    description: 'Where candidates come from: the picture or the words.',
  }),
  searchMode: Type.Enum([...searchModes], {
    description: 'Whether all same-as-source fields (and words) must agree, or at least one.',
  }),
  minimumResults: Type.Optional(int32('With fewer results the next rung is tried.', { minimum: 0 })),
  fuzzySensitiveness: Type.Optional(
    Type.Enum([...fuzzySensitivities], { description: 'How many characters of a word may differ.' }),
  ),
  minimumFuzzyTermLength: Type.Optional(positiveInteger('Shorter words must match exactly.')),
  enableFuzzyNumberMatch: Type.Optional(
    Type.Boolean({ description: 'Whether words that are numbers may differ too.' }),
  ),
});

export const searchBoxDeclaration = closedObject('Answers image search.', {
  ...common,
  kind: Type.Literal('search', { description: 'Look-alike products.' }),
  pageSize: Type.Optional(
    positiveInteger('Results on a page when the caller does not say.', limits.pageSize),
  ),
  maximumPageSize: Type.Optional(positiveInteger('Results on a page at most.', limits.pageSize)),
  candidates: Type.Optional(positiveInteger('Size of the candidate set at most.', limits.candidates)),
  facetType: Type.Optional(Type.Enum([...facetTypes], { description: 'How facets are chosen and ordered.' })),
  facets: Type.Optional(stringList('Facets in order; left out: every facetable field.', limits.facets)),
  sameAsSource: Type.Optional(
    stringList('Fields in which a look-alike must equal the source product.', limits.sameAsSource),
  ),
  minimumScore: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'Look-alikes below this score are left out; left out: the score from which half of them are right, by what was measured for the catalogue, or 0.',
    }),
  ),
  weights: Type.Optional(
    closedObject('Only the ratio matters.', {
      looks: Type.Number({ minimum: 0, description: 'Weight of shape, pattern and material.' }),
      colour: Type.Number({
        minimum: -10,
        description: 'Weight of colour. Below 0: same shape, other colour.',
      }),
      title: Type.Optional(
        Type.Number({
          minimum: 0,
          description: 'Weight of the words of the title; left out: as it was decided for the catalogue.',
        }),
      ),
      diversity: Type.Optional(
        Type.Number({
          minimum: 0,
          maximum: 1,
          description:
            'How much results differ from those in front of them: their likeness to these counts this share, their score the rest. 0 unless set.',
        }),
      ),
    }),
  ),
  exclude: Type.Optional(filterText('Products that this box never shows.')),
  strategies: Type.Optional(
    listOf(strategy, 'The ladder; left out: a ladder of three rungs.', limits.strategies, 1),
  ),
});

export const curatedText = (options: { readonly description?: string } = {}) =>
  Type.String({ minLength: 1, maxLength: textLengthLimits.name, ...options });
export const curatedTexts = (description: string, maxItems: number) =>
  Type.Array(curatedText(), { description, maxItems });

const curationEntry = closedObject('What operators add to, put first in, or hide from the suggestions.', {
  pattern: Type.Optional(
    Type.Union([curatedText(), Type.Null()], {
      description: 'The pattern it is for; null or left out: every pattern.',
    }),
  ),
  add: Type.Optional(
    curatedTexts(
      'Shown first, in this order: keywords, or identifiers of products.',
      limits.curatedAdditions,
    ),
  ),
  hide: Type.Optional(
    curatedTexts('Never shown: keywords, or identifiers of products.', limits.curatedRemovals),
  ),
  replace: Type.Optional(Type.Boolean({ description: 'Whether what is added is all that is shown.' })),
});

export const relatedBoxDeclaration = closedObject('Answers related keywords.', {
  ...common,
  kind: Type.Enum([...relatedBoxKinds], { description: 'What it suggests.' }),
  size: Type.Optional(positiveInteger('Suggestions at most.', limits.suggestions)),
  url: Type.Optional(
    Type.String({
      // The look-ahead asks for the placeholder, the rest for a web address.
      pattern: `^(?=.*\\{keyword\\})${webAddressPattern.slice(1)}`,
      maxLength: textLengthLimits.url,
      description:
        'For keywords: http or https address of a search, with {keyword} where the keyword belongs.',
    }),
  ),
  directions: Type.Optional(
    Type.Array(Type.Enum([...directions]), {
      minItems: 1,
      maxItems: directions.length,
      uniqueItems: true,
      description: 'Suggestions that narrow the pattern, that lead elsewhere, or both.',
    }),
  ),
  curation: Type.Optional(
    Type.Array(curationEntry, {
      maxItems: limits.curationEntries,
      description: 'Manual changes by operators; left out: what is stored stays, an empty list clears it.',
    }),
  ),
});

export type DeclaredSearchBox = ValueOf<typeof searchBoxDeclaration>;
export type DeclaredRelatedBox = ValueOf<typeof relatedBoxDeclaration>;
export type DeclaredBox = DeclaredSearchBox | DeclaredRelatedBox;

/** `discriminator` reports issues against the schema of the given kind only, not against every kind. */
export const boxDeclaration = Type.Unsafe<DeclaredBox>({
  type: 'object',
  required: ['kind'],
  discriminator: { propertyName: 'kind' },
  oneOf: [searchBoxDeclaration, relatedBoxDeclaration],
  description: 'What a shop calls.',
});

/** `tracker` is `btr` on the wire: it identifies the box for good and is no credential. */
const identity = { id, websiteId: id, datasetId: id, tracker, name: storedName };

const rung = asStored(Type.Required(strategy));

/** Settings with a default, which is written out. Others are left out where they are not declared. */
const searchSettings = [
  ...(['cacheControl', 'pageSize', 'maximumPageSize', 'candidates', 'facetType'] as const),
  ...(['facets', 'sameAsSource', 'weights'] as const),
] as const;

const storedSearchBox = Type.Object({
  ...asStored(Type.Omit(searchBoxDeclaration, ['dataset'])).properties,
  ...asStored(Type.Required(Type.Pick(searchBoxDeclaration, [...searchSettings]))).properties,
  ...identity,
  minimumScore: removable<number>(Type.Number()),
  exclude: nullable(parsedFilter),
  /** Sorted by rank. */
  strategies: Type.Array(rung, { minItems: 1 }),
});

const storedCurationEntry = Type.Object({
  ...asStored(Type.Required(Type.Omit(curationEntry, ['replace']))).properties,
  ...asStored(Type.Pick(curationEntry, ['replace'])).properties,
});

const storedRelatedBox = Type.Object({
  ...asStored(Type.Omit(relatedBoxDeclaration, ['dataset'])).properties,
  ...asStored(Type.Required(Type.Pick(relatedBoxDeclaration, ['cacheControl', 'size', 'directions'])))
    .properties,
  ...identity,
  /** null: the `url` of a keyword is null. Products have their own page instead. */
  url: nullable(Type.String()),
  /** Left out: operators have curated nothing. */
  curation: Type.Optional(Type.Array(storedCurationEntry)),
});

export const storedBox = Type.Union([storedSearchBox, storedRelatedBox]);

export type SearchBox = ValueOf<typeof storedSearchBox>;
export type RelatedBox = ValueOf<typeof storedRelatedBox>;
/**
 * One rung of a search box's ladder of fallbacks. While there are fewer results than `minimumResults`, the next rung
 * adds its own behind them.
 */
export type Strategy = ValueOf<typeof rung>;
/** Manual changes of the suggestions of a related box: keywords, or identifiers of products. */
export type Curation = NonNullable<RelatedBox['curation']>;
