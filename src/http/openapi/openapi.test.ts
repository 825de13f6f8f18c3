import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../schema/json.ts';
import { typeName } from '../docs/api-page.ts';

type Schema = { properties: Record<string, JsonObject>; required?: string[] };
type Parameter = { name: string; in: string; required: boolean; schema: { type: string; format?: string } };

const document = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', '..', 'openapi.json'), 'utf8'),
) as {
  components: { schemas: Record<string, Schema> };
  paths: Record<string, { get: { parameters: Parameter[]; responses: Record<string, JsonObject> } }>;
};

/** Written by hand from the interface. `?` at the end of a name: left out when empty. */
const lists: Record<string, Record<string, string>> = {
  SuggestionList: { suggestions: 'array of Suggestion, nullable' },
  Suggestion: {
    text: 'string, nullable',
    displayText: 'string, nullable',
    url: 'string, nullable',
    dsTracker: 'string, nullable',
  },
  ImageSearchResult: {
    documents: 'array of ScoredDocument, nullable',
    filters: 'array of Filter, nullable',
    strategy: 'Strategy',
    count: 'integer (int64), nullable',
    pageSize: 'integer (int64), nullable',
    isFuzzied: 'boolean, nullable',
    originalQuery: 'string, nullable',
    alteredQuery: 'string, nullable',
    explainedAlteredQuery: 'object, nullable',
    originalFilter: 'string, nullable',
    alteredFilter: 'string, nullable',
    facetType: 'one of basic, adaptive, semiAdaptive',
    resultStatus: 'one of resultFound, resultNotFound, errorOccured, redirect',
    resultCount: 'integer (int64)',
    resultPerPage: 'integer (int64), nullable',
    searchParameters: 'SearchParameters',
    'redirect?': 'Redirect',
    'banners?': 'array of Banner, nullable',
    'ads?': 'Ads',
    'promotionDetail?': 'PromotionDetail',
    'intentClarification?': 'IntentClarification',
  },
  ScoredDocument: { score: 'number (double)', document: 'object, nullable' },
  Filter: {
    name: 'string, nullable',
    displayName: 'string, nullable',
    dataType: 'string, nullable',
    type: 'one of range, value',
    order: 'integer (int32)',
    count: 'integer (int32)',
    ranges: 'array of Range, nullable',
    values: 'array of FilterValue, nullable',
    disabled: 'boolean',
  },
  Range: {
    min: 'number (double)',
    max: 'number (double)',
    filteredMin: 'number (double), nullable',
    filteredMax: 'number (double), nullable',
  },
  FilterValue: { count: 'integer (int64), nullable', name: 'string, nullable', disabled: 'boolean' },
  Strategy: {
    rank: 'integer (int32)',
    searchMode: 'one of All, Any',
    fuzzySensitiveness: 'one of Off, One, Two',
    minimumFuzzyTermLength: 'integer (int32)',
    enableFuzzyNumberMatch: 'boolean',
  },
  SearchParameters: {
    filters: 'object',
    facetType: 'one of basic, adaptive, semiAdaptive',
    query: 'string, nullable',
    page: 'integer (int64), nullable',
    resultsPerPage: 'integer (int64), nullable',
    sorting: 'array of object, nullable',
  },
  Redirect: { ruleId: 'integer (int32)', campaignName: 'string, nullable', url: 'string, nullable' },
  Banner: {
    ruleId: 'integer (int32)',
    campaignName: 'string, nullable',
    position:
      'one of resultPageTop, resultPageBottom, filterTop, filterBottom, resultsAndControlsTop, betweenResultsAndControlsTop, betweenResultsAndControlsBottom, resultsAndControlsBottom',
    contents: 'array of object, nullable',
  },
  Ads: {
    ruleId: 'integer (int32)',
    campaignName: 'string, nullable',
    adResults: 'array of ScoredDocument, nullable',
  },
  PromotionDetail: { ruleId: 'integer (int32)', highlighted: 'boolean', campaignName: 'string, nullable' },
  IntentClarification: {
    ruleId: 'integer (int32)',
    campaignName: 'string, nullable',
    pattern: 'string, nullable',
    clarifyingQuestion: 'string, nullable',
    intentTiles: 'array of IntentTile, nullable',
    'selectedTile?': 'IntentTile',
  },
  IntentTile: {
    intentTileId: 'string, nullable',
    intentTileText: 'string, nullable',
    tile: 'string, nullable',
  },
};

/** Beyond the interface: extensions, each optional. */
const extensions = { ImageSearchResult: ['explain'], SuggestionList: ['explain'] } as Record<
  string,
  string[]
>;

const described = (
  { properties, required = [] }: Schema,
  left: readonly string[] = [],
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => !left.includes(name))
      .map(([name, schema]) => [required.includes(name) ? name : `${name}?`, withoutLinks(typeName(schema))]),
  );

const withoutLinks = (text: string): string => text.replaceAll(/\[(\w+)\]\([^)]*\)/g, '$1');

/** A schema inside another, through nullable and array. */
const inside = (schema: JsonObject | undefined): Schema => {
  const { anyOf, items } = (schema ?? {}) as { anyOf?: JsonObject[]; items?: JsonObject };
  if (anyOf !== undefined) return inside(anyOf[0]);
  return items === undefined ? (schema as unknown as Schema) : inside(items);
};

describe('openapi.json against the interface', () => {
  it.each(Object.entries(lists))('%s has these fields', (name, fields) => {
    const schema = document.components.schemas[name];
    expect(schema && described(schema, extensions[name])).toEqual(fields);
    for (const extension of extensions[name] ?? []) expect(schema?.required).not.toContain(extension);
  });

  it('anonymous objects have these fields', () => {
    const { SearchParameters, Banner, ImageSearchResult, Filter, FilterValue } = document.components.schemas;
    const filters = inside(SearchParameters?.properties['filters']);
    expect(described(filters)).toEqual({
      rangeFilters: 'array of object, nullable',
      termFilters: 'array of object, nullable',
    });
    expect(described(inside(filters.properties['rangeFilters']))).toEqual({
      name: 'string, nullable',
      min: 'number (double), nullable',
      max: 'number (double), nullable',
    });
    expect(described(inside(filters.properties['termFilters']))).toEqual({
      name: 'string, nullable',
      values: 'array of string, nullable',
    });
    expect(described(inside(SearchParameters?.properties['sorting']))).toEqual({
      name: 'string, nullable',
      order: 'one of asc, desc',
    });
    expect(described(inside(Banner?.properties['contents']))).toEqual({ content: 'string, nullable' });
    expect(JSON.stringify(ImageSearchResult?.properties['explainedAlteredQuery'])).toContain(
      '{"type":"array","items":{"type":"string"}}',
    );
    for (const schema of [Filter, FilterValue])
      expect(schema?.properties['disabled']?.['default']).toBe(false);
  });

  it('the operations have these parameters and statuses', () => {
    const parameters = (path: string) =>
      document.paths[path]?.get.parameters.map(({ name, in: where, required, schema }) =>
        [name, where, required ? 'required' : 'optional', schema.type, schema.format ?? ''].join(' ').trim(),
      );
    expect(parameters('/relatedsearches/keywords')).toEqual([
      'btr query required string uuid',
      'pattern query required string',
      'explain query optional boolean',
    ]);
    expect(parameters('/search/imagesearch')).toEqual([
      'btr query required string uuid',
      'identifier query required string',
      'top query optional integer int32',
      'page query optional integer int32',
      'filter query optional string',
      'facetFilter query optional string',
      'exclude query optional string',
      'orderby query optional string',
      'tile query optional string',
      'pattern query optional string',
      'explain query optional boolean',
      'X-Kindred-Shopper header optional string',
    ]);
    for (const path of ['/relatedsearches/keywords', '/search/imagesearch']) {
      const { get } = document.paths[path] ?? {};
      const statuses = ['200', '304', '400', '401', '403', '404', '405', '429', '500', '503'];
      expect(Object.keys(get?.responses ?? {})).toEqual(statuses);
    }
    expect(Object.keys(document.paths)).toEqual([
      '/relatedsearches/keywords',
      '/search/imagesearch',
      '/events',
    ]);
  });
});
