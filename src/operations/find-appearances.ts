import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ImageSearch } from './image-search.ts';
import type { ScoredRecord } from './search/score-ads.ts';
import type { ImageSearchRequest } from './search/image-search-request.ts';

/** Of how many look-alikes the lists are read, and how many results of each: the first page of most shops. */
const appearanceLimits = { products: 12, positions: 24 } as const;

export type Appearance = {
  /** The product whose look-alikes were asked for. */
  readonly product: ScoredRecord;
  /** Where the product is in that list, from 1. */
  readonly position: number;
};

export type FindAppearances = (
  request: Omit<ImageSearchRequest, 'top' | 'page' | 'filter' | 'orderBy' | 'tile' | 'explain'>,
  variants: readonly string[],
) => Promise<readonly Appearance[]>;

/**
 * In which lists of its nearest look-alikes a product appears, in one box, with the campaigns of now. The lists of a
 * catalogue are not searched backwards: only its own look-alikes are asked, which are the likeliest.
 */
export const createFindAppearances =
  (imageSearch: ImageSearch): FindAppearances =>
  async (request, variants) => {
    const search = async (identifier: string, top: number) => {
      const rest = { page: 1, filter: null, orderBy: [], tile: null, explain: false };
      const { documents } = await imageSearch({ ...request, ...rest, identifier, top });
      // Other calls are answered between two searches.
      await nextTurn();
      return documents;
    };
    const appearances: Appearance[] = [];
    for (const product of await search(request.identifier, appearanceLimits.products)) {
      const list = await search(product.identifier, appearanceLimits.positions);
      const at = list.findIndex((each) => variants.includes(each.identifier));
      if (at >= 0) appearances.push({ product, position: at + 1 });
    }
    return appearances;
  };
