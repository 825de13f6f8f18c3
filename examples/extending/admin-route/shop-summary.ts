import { Type } from 'typebox';
import { route } from '../../../src/http/admin/contract/route.ts';
import type { HandlersOf } from '../../../src/http/admin/core/handler.ts';
import type { Store } from '../../../src/store/store.ts';

/* An admin route in one file; in src/http/admin its schemas and its row are in routes.ts, its handler in handlers.ts. */

/** Every list of a request has `maxItems`, every text `maxLength`. */
const SummaryQuery = Type.Object({
  prefix: Type.Optional(Type.String({ maxLength: 200, description: 'Counts only what is called so.' })),
});

export const ShopSummary = Type.Object(
  {
    website: Type.String(),
    datasets: Type.Integer({ minimum: 0 }),
    boxes: Type.Integer({ minimum: 0 }),
    campaigns: Type.Integer({ minimum: 0 }),
  },
  { title: 'ShopSummary' },
);

export const summaryRoutes = [
  route('getShopSummary', 'GET', '/admin/websites/{website}/summary', 'merchandiser', {
    summary: 'How many datasets, boxes and campaigns a website has.',
    query: SummaryQuery,
    response: ShopSummary,
  }),
] as const;

type Needs = { readonly store: Pick<Store, 'datasets' | 'boxes' | 'campaigns'> };
type Named = { readonly name: string };

/** A handler gets the website of the path and the validated query. */
export const summaryHandlers = ({ store }: Needs): HandlersOf<typeof summaryRoutes> => ({
  getShopSummary: ({ website, query: { prefix = '' } }) => {
    const count = (items: readonly Named[]): number =>
      items.filter(({ name }) => name.startsWith(prefix)).length;
    return {
      website: website.name,
      datasets: count(store.datasets.list(website.id)),
      boxes: count(store.boxes.list(website.id)),
      campaigns: count(store.campaigns.list(website.id)),
    };
  },
});
