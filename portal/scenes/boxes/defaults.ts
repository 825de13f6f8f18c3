import type { boxDefaults as ofTheService } from '../../../src/domain/box.ts';

/** The defaults of the service. The type checks each value against the service's own. */
export const boxDefaults: Omit<typeof ofTheService, 'facetType' | 'directions'> & {
  directions: readonly ('refine' | 'next')[];
} = {
  cacheControl: 'private, max-age=0, must-revalidate',
  pageSize: 24,
  maximumPageSize: 100,
  candidates: 200,
  minimumScore: 0,
  weights: { looks: 1, colour: 0.3 },
  relatedSize: 10,
  directions: ['refine', 'next'],
};
