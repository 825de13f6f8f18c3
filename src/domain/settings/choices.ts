/* The values that a setting may have. The schemas, the types and the portal all take them from here. */

/** `refine`: suggestions that narrow the pattern. `next`: other searches that shoppers do next. */
export const directions = ['refine', 'next'] as const;

export const relatedBoxKinds = ['relatedKeywords', 'relatedProducts'] as const;

/** Of a strategy. `All`: every same-as-source field must be equal and every word must match; `Any`: at least one. */
export const searchModes = ['All', 'Any'] as const;

export const fuzzySensitivities = ['Off', 'One', 'Two'] as const;

/** Where candidates come from: the picture or the words of the source product. */
export const candidateSources = ['looks', 'text'] as const;

export const bannerPositions = [
  'resultPageTop',
  'resultPageBottom',
  'filterTop',
  'filterBottom',
  'resultsAndControlsTop',
  'betweenResultsAndControlsTop',
  'betweenResultsAndControlsBottom',
  'resultsAndControlsBottom',
] as const;

export const campaignStates = ['draft', 'published', 'paused'] as const;

export const datasetKinds = ['products', 'keywords'] as const;

/**
 * `path` is a category path: a product has every level of it (`Women`, `Women/Tops`), so that
 * filtering by a level finds its whole subtree.
 */
export const fieldTypes = ['text', 'number', 'boolean', 'list', 'path'] as const;

/** secret: for servers. publishable: for browsers, the two operations and events. ingest: for product data and feeds. */
export const keyKinds = ['secret', 'publishable', 'ingest'] as const;

export const subscriptionStates = ['active', 'suspended', 'cancelled'] as const;

export const quotaPeriods = ['hour', 'day', 'week', 'month'] as const;

export const operationNames = ['imageSearch', 'photoSearch', 'relatedKeywords', 'events'] as const;

/** What of a picture is embedded. product: all of it, in a square on white; middle: the square in its middle; both: their mean. */
export const pictureViews = ['product', 'middle', 'both'] as const;

export type PictureView = (typeof pictureViews)[number];

/** How the facets of an answer are chosen and ordered. */
export const facetTypes = ['basic', 'adaptive', 'semiAdaptive'] as const;

/** Of a field with a value, in a filter. */
export const comparisons = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const;
