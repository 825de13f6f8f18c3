import type { Curation, RelatedBox, SearchBox } from '../contract/box.ts';
import { directions, relatedBoxKinds } from './settings/choices.ts';

export type { Curation, RelatedBox, SearchBox };

/**
 * Weights of shape, colour and the words of the title in the score. A title that is left out in a box is as it was
 * decided for the catalogue; left out in a search, titles are not compared.
 */
export type Weights = SearchBox['weights'];

/**
 * The weights that a box has for a catalogue. `decided`: weight of its titles, beside 1 for looks and colour together;
 * null: its titles are not compared, whatever the box says.
 */
export const resolveWeights = ({ looks, colour, title }: Weights, decided: number | null): Weights => {
  const used = decided === null ? 0 : (title ?? decided * (looks + Math.abs(colour)));
  return used > 0 ? { looks, colour, title: used } : { looks, colour };
};

/**
 * The least score of a box's look-alikes. `decided`: of the catalogue, measured with the weights that boxes have unless they
 * say otherwise, so it means nothing beside others.
 */
export const resolveMinimumScore = (
  { minimumScore, weights }: Pick<SearchBox, 'minimumScore' | 'weights'>,
  decided: number | null,
): number => {
  const { looks, colour } = boxDefaults.weights;
  const isDefault =
    weights.title === undefined && Math.abs(weights.colour * looks - weights.looks * colour) < 0.01;
  return minimumScore ?? (isDefault ? (decided ?? 0) : 0);
};

/** `pageSize`, `candidates` and the other settings are described in the contract. */
export type Box = SearchBox | RelatedBox;
export type Direction = (typeof directions)[number];

export const boxKinds = ['search', ...relatedBoxKinds] as const;

export const boxDefaults = {
  cacheControl: 'private, max-age=0, must-revalidate',
  pageSize: 24,
  maximumPageSize: 100,
  candidates: 200,
  facetType: 'basic',
  facets: [],
  sameAsSource: [],
  weights: { looks: 1, colour: 0.3 },
  relatedSize: 10,
  directions,
} as const;
