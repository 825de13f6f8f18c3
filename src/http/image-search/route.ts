import type { Static, TSchema } from 'typebox';
import type { SearchBox } from '../../domain/box.ts';
import { allOf, type Filter, type Sort } from '../../domain/filter.ts';
import { type FilterPositions, parseFilter, writeFilter } from '../../domain/filter-text.ts';
import { Fault, readTogether } from '../../errors.ts';
import type { ImageSearch, ImageSearchResult } from '../../operations/image-search.ts';
import { findBox } from '../operation/box.ts';
import type { Operation, OperationRequest } from '../operation/operation.ts';
import type { OperationAnswer } from '../call/call.ts';
import { readParameters } from '../operation/parameters.ts';
import { onlyValue } from '../call/query.ts';
import { tidyText } from '../operation/tidy-text.ts';
import { parseOrderBy } from './orderby.ts';
import { imageSearchParameters, type sharedParameters } from './parameters.ts';
import { type ImageSearchCall, presentImageSearch } from './presenter.ts';

export const imageSearchOperation = (imageSearch: ImageSearch, otherMethods?: string): Operation => ({
  name: 'imageSearch',
  path: '/search/imagesearch',
  ...(otherMethods && { otherMethods }),
  prepare: (request) => {
    const { call, parameters, dataset } = readImageSearchCall(request, imageSearchParameters);
    const work = async () => presentAnswer(call, await imageSearch(call));
    const { box, campaigns, synonyms, redirects, language, explain } = call;
    const key = describeAsked(parameters, call.top);
    const settings = [synonyms, redirects, language];
    const question = { box, datasets: [dataset.tracker], campaigns, settings, key };
    return { question: explain ? null : question, work };
  },
});

/** `identifier`: left out for a photo. */
type Asked<T extends TSchema> = Static<T> &
  Static<typeof sharedParameters> & { readonly identifier?: string };

/** The parameters that a product and a photo share, checked. */
export const readImageSearchCall = <T extends typeof sharedParameters>(
  { directory, subscription, query, requestId, shopper, baseUrl }: OperationRequest,
  schema: T,
) => {
  const given = (name: string): string | undefined => onlyValue(query, name)?.trim() || undefined;
  const [parameters, { box, dataset }, filter, facetFilter, exclude, orderBy] = readTogether(
    () => readParameters(schema, query, normalizers) as Asked<T>,
    () => findBox(directory, subscription, given('btr') ?? '', ['search'], 'search box'),
    // As they were sent: positions in messages count from the first character.
    () => readFilter('filter', onlyValue(query, 'filter') ?? ''),
    () => readFilter('facetFilter', onlyValue(query, 'facetFilter') ?? ''),
    () => readExcluded(given('exclude')),
    () => readOrder(given('orderby')),
  );
  const website = directory.website(box.websiteId);
  const call: ImageSearchCall = {
    box,
    dataset: dataset.tracker,
    synonyms: website?.synonyms ?? [],
    ...(website && { redirects: website.redirects }),
    language: website?.language ?? 'en',
    campaigns: directory.campaigns(box.websiteId, box.id),
    identifier: parameters.identifier ?? '',
    top: pageSize(box, parameters.top),
    page: parameters.page ?? 1,
    filter: filter.parsed,
    filterPositions: filter.positions,
    facetFilter: facetFilter.parsed,
    facetFilterPositions: facetFilter.positions,
    filterText: joinFilterTexts(filter, facetFilter),
    exclude,
    orderBy,
    tile: parameters.tile ?? null,
    pattern: parameters.pattern ?? null,
    explain: parameters.explain ?? false,
    requestId,
    shopper,
    baseUrl,
  };
  return { call, parameters, dataset };
};

export const presentAnswer = (call: ImageSearchCall, result: ImageSearchResult): OperationAnswer => {
  // Another shopper may be in another share of the traffic, and a failure is over with the next call.
  const isReusable = result.isReusable && result.status !== 'errorOccured' && call.photo === undefined;
  return {
    body: presentImageSearch(call, result),
    version: result.version,
    cacheControl: isReusable ? call.box.cacheControl : 'private, no-store',
    querySummary: {
      boxId: call.box.id,
      kind: 'identifier',
      text: call.identifier,
      hasResults: result.status === 'resultFound' || result.status === 'redirect',
      campaigns: result.campaigns,
    },
    isReusable,
  };
};

/** All parameters but the box, with the number of results that is applied. */
const describeAsked = (parameters: Static<typeof imageSearchParameters>, top: number): string => {
  const { btr: _btr, ...asked } = parameters;
  return JSON.stringify({ ...asked, top });
};

/** Identifiers keep their own spelling: a catalogue may contain `Nº5` and `No5`. */
const normalizers = {
  identifier: tidyText('identifier', { normalize: false }),
  pattern: tidyText('pattern'),
};

/** Cut to the maximum, not refused: a shop that moves in may ask for more than a box gives. */
const pageSize = ({ pageSize, maximumPageSize }: SearchBox, top = pageSize): number =>
  Math.min(top, maximumPageSize);

const readOrder = (text: string | undefined): readonly Sort[] =>
  text === undefined ? [] : parseOrderBy(text);

type ReadFilter = {
  readonly text: string | null;
  readonly parsed: Filter | null;
  readonly positions: FilterPositions;
};

const readFilter = (parameter: 'filter' | 'facetFilter', text: string): ReadFilter => {
  if (text.trim() === '') return noFilter;
  const read = parseFilter(text);
  if (read.ok) return { text: text.trim(), parsed: read.filter, positions: read.positions };
  throw new Fault('bad-input', `${parameter}: at character ${read.position}, ${read.message}.`, {
    nextStep: 'Example, with a field that every shop has: price ge 10 and price lt 50.',
  });
};

const noFilter: ReadFilter = { text: null, parsed: null, positions: new Map() };

/** The caller's own words where one filter was given. */
const joinFilterTexts = (filter: ReadFilter, facetFilter: ReadFilter): string | null => {
  const both = allOf([filter.parsed, facetFilter.parsed]);
  return filter.parsed && facetFilter.parsed && both ? writeFilter(both) : (filter.text ?? facetFilter.text);
};

const mostExcluded = 100;

const readExcluded = (text: string | undefined): readonly string[] => {
  if (text === undefined) return [];
  const identifiers = new Set(text.split(',').map((part) => part.trim()));
  identifiers.delete('');
  if (identifiers.size <= mostExcluded) return [...identifiers];
  throw new Fault('bad-input', `exclude: names ${identifiers.size} products.`, {
    nextStep: `Allowed: at most ${mostExcluded} identifiers, separated by commas.`,
  });
};
