import type { SearchBox } from '../../domain/box.ts';
import { parseFilter } from '../../domain/filter-text.ts';
import { Fault } from '../../errors.ts';
import type { ImageSearch } from '../../operations/image-search.ts';
import { findBox } from '../edge/box.ts';
import type { Operation } from '../edge/operation.ts';
import { readParameters, parameterFault } from '../edge/parameters.ts';
import { parseOrderBy } from './orderby.ts';
import { imageSearchParameters } from './parameters.ts';
import { type ImageSearchCall, presentImageSearch } from './presenter.ts';

export const imageSearchOperation = (imageSearch: ImageSearch): Operation => ({
  name: 'imageSearch',
  path: '/search/imagesearch',
  parameters: imageSearchParameters,
  prepare: ({ directory, subscription, query, requestId }) => {
    const parameters = readParameters(imageSearchParameters, query);
    const { box, dataset } = findBox(directory, subscription, parameters.btr, ['search'], 'search box');
    const call: ImageSearchCall = {
      box,
      dataset: dataset.tracker,
      synonyms: directory.website(box.websiteId)?.synonyms ?? [],
      campaigns: directory.campaigns(box.websiteId, box.id),
      identifier: parameters.identifier,
      top: pageSize(box, parameters.top),
      page: parameters.page ?? 1,
      ...readFilter(parameters.filter),
      filterText: parameters.filter ?? null,
      orderBy: parameters.orderby === undefined ? [] : parseOrderBy(parameters.orderby),
      tile: parameters.tile ?? null,
      explain: parameters.explain ?? false,
      requestId,
    };
    return async () => {
      const result = await imageSearch(call);
      return {
        body: presentImageSearch(call, result),
        version: result.version,
        // A failure is over with the next call, so no cache may keep it.
        cacheControl: result.status === 'errorOccured' ? 'no-store' : box.cacheControl,
        querySummary: {
          boxId: box.id,
          kind: 'identifier',
          text: parameters.identifier,
          hasResults: result.status === 'resultFound' || result.status === 'redirect',
        },
      };
    };
  },
});

const pageSize = ({ pageSize, maximumPageSize }: SearchBox, top: number | undefined): number => {
  if (top === undefined) return Math.min(pageSize, maximumPageSize);
  if (top <= maximumPageSize) return top;
  throw parameterFault('top', `${top} is too large`, {
    type: 'integer',
    minimum: 1,
    maximum: maximumPageSize,
  });
};

const readFilter = (text: string | undefined): Pick<ImageSearchCall, 'filter' | 'filterPositions'> => {
  if (text === undefined) return { filter: null };
  const parsed = parseFilter(text);
  if (parsed.ok) return { filter: parsed.filter, filterPositions: parsed.positions };
  throw new Fault('bad-input', `filter: at character ${parsed.position}, ${parsed.message}.`, {
    nextStep: "Example: color eq 'Red' and price lt 50.",
  });
};
