import { Type } from 'typebox';
import { resultStatuses } from '../../domain/result-status.ts';
import { sortOrders } from '../../domain/filter.ts';
import {
  fuzzySensitivities,
  searchModes,
  bannerPositions,
  facetTypes,
} from '../../domain/settings/choices.ts';
import {
  Double,
  Flag,
  Int32,
  Int64,
  Nullable,
  NullableText,
  type Wire,
  StringEnum,
} from '../schema/schema-helpers.ts';
import { ImageSearchExplanation } from './explanation-schema.ts';

const FacetType = StringEnum(facetTypes);

const ScoredDocument = Type.Object(
  {
    score: Double('Likeness to the source, 0 to 1.'),
    document: Nullable(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'The product record under its mapped names. `identifier`, `displayText`, `url`, `imageUrl` and `price` are there when known.',
      }),
    ),
  },
  { title: 'ScoredDocument' },
);

const Range = Type.Object(
  {
    min: Double('Before the filters of the caller.'),
    max: Double(),
    filteredMin: Nullable(Double('After them.')),
    filteredMax: Nullable(Double()),
  },
  { title: 'Range' },
);

const FilterValue = Type.Object(
  { count: Nullable(Int64()), name: NullableText(), disabled: Type.Boolean({ default: false }) },
  { title: 'FilterValue' },
);

const Filter = Type.Object(
  {
    name: NullableText(),
    displayName: NullableText(),
    dataType: NullableText('`string`, `number` or `boolean`.'),
    type: StringEnum(['range', 'value']),
    order: Int32('Its position in the answer, from 0.'),
    count: Int32('Products of the set that carry the field.'),
    ranges: Nullable(Type.Array(Range)),
    values: Nullable(Type.Array(FilterValue)),
    disabled: Type.Boolean({ default: false, description: 'Every value of it would give an empty result.' }),
  },
  { title: 'Filter' },
);

const Strategy = Type.Object(
  {
    rank: Int32(),
    searchMode: StringEnum(searchModes),
    fuzzySensitiveness: StringEnum(fuzzySensitivities),
    minimumFuzzyTermLength: Int32(),
    enableFuzzyNumberMatch: Flag(),
  },
  { title: 'Strategy', description: 'The rung of the ladder that answered.' },
);

const SearchParameters = Type.Object(
  {
    filters: Type.Object({
      rangeFilters: Nullable(
        Type.Array(Type.Object({ name: NullableText(), min: Nullable(Double()), max: Nullable(Double()) })),
      ),
      termFilters: Nullable(
        Type.Array(Type.Object({ name: NullableText(), values: Nullable(Type.Array(Type.String())) })),
      ),
    }),
    facetType: FacetType,
    query: NullableText('null unless the text strategy ran.'),
    page: Nullable(Int64()),
    resultsPerPage: Nullable(Int64()),
    sorting: Nullable(Type.Array(Type.Object({ name: NullableText(), order: StringEnum(sortOrders) }))),
  },
  { title: 'SearchParameters', description: 'What was understood of the request.' },
);

const rule = { ruleId: Int32(), campaignName: NullableText() };

const Redirect = Type.Object({ ...rule, url: NullableText() }, { title: 'Redirect' });

const Banner = Type.Object(
  {
    ...rule,
    position: StringEnum(bannerPositions),
    contents: Nullable(Type.Array(Type.Object({ content: NullableText() }))),
  },
  { title: 'Banner' },
);

const Ads = Type.Object({ ...rule, adResults: Nullable(Type.Array(ScoredDocument)) }, { title: 'Ads' });

const PromotionDetail = Type.Object(
  { ruleId: Int32(), highlighted: Flag(), campaignName: NullableText() },
  { title: 'PromotionDetail' },
);

const IntentTile = Type.Object(
  { intentTileId: NullableText(), intentTileText: NullableText(), tile: NullableText() },
  { title: 'IntentTile' },
);

const IntentClarification = Type.Object(
  {
    ...rule,
    pattern: NullableText(),
    clarifyingQuestion: NullableText(),
    intentTiles: Nullable(Type.Array(IntentTile)),
    selectedTile: Type.Optional(IntentTile),
  },
  { title: 'IntentClarification' },
);

export const ImageSearchResult = Type.Object(
  {
    documents: Nullable(Type.Array(ScoredDocument)),
    filters: Nullable(Type.Array(Filter)),
    strategy: Strategy,
    count: Nullable(Int64('Size of the candidate set after the filters of the caller.')),
    pageSize: Nullable(Int64('The page size that was applied.')),
    isFuzzied: Nullable(Flag('Whether a fuzzy match contributed.')),
    originalQuery: NullableText(),
    alteredQuery: NullableText(),
    explainedAlteredQuery: Nullable(
      Type.Record(Type.String(), Type.Array(Type.String()), {
        description: 'Each changed term, and what it became.',
      }),
    ),
    originalFilter: NullableText('The filter that was asked for.'),
    alteredFilter: NullableText('The filter that was run.'),
    facetType: FacetType,
    resultStatus: StringEnum(resultStatuses),
    resultCount: Int64('The same number as `count`.'),
    resultPerPage: Nullable(Int64('The same number as `pageSize`.')),
    searchParameters: SearchParameters,
    redirect: Type.Optional(Redirect),
    banners: Type.Optional(Nullable(Type.Array(Banner))),
    ads: Type.Optional(Ads),
    promotionDetail: Type.Optional(PromotionDetail),
    intentClarification: Type.Optional(IntentClarification),
    explain: Type.Optional(ImageSearchExplanation),
  },
  { title: 'ImageSearchResult' },
);

export type WireImageSearchResult = Wire<typeof ImageSearchResult>;
export type WireFilter = Wire<typeof Filter>;
export type WireSearchParameters = Wire<typeof SearchParameters>;
