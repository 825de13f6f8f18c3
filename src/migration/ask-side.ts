import { createImageSearch } from '../operations/image-search.ts';
import { createRelatedKeywords } from '../operations/related-keywords.ts';
import type { Question, Side } from './draw-questions.ts';

/** What is compared of an answer: results in their order, and everything else that a caller sees. */
export type Answer = {
  readonly results: readonly { readonly name: string; readonly score: number }[];
  readonly count: number;
  readonly rest: unknown;
};

type Facet = Awaited<ReturnType<ReturnType<typeof createImageSearch>>>['facets'][number];

/** A facet as a caller sees it: an engine has the same values in another form once it has prepared them. */
const toSeen = (facet: Facet): unknown => {
  const { name, displayName, dataType, count, disabled } = facet;
  const common = { name, displayName, dataType, count, disabled };
  if (facet.kind === 'value')
    return { ...common, values: facet.values.map((value) => ({ name: value.name, count: value.count })) };
  const { min, max, filteredMin, filteredMax } = facet;
  return { ...common, min, max, filteredMin, filteredMax };
};

/** Answers as a service with this store and this engine would. Campaigns with a schedule are evaluated at `now`. */
export const createAsk = ({ store, engine }: Side, now: () => number) => {
  const search = createImageSearch({
    products: (dataset) => engine.products(dataset),
    now,
    report: (_part, cause) => {
      throw cause;
    },
  });
  const related = createRelatedKeywords(engine);
  return async ({ websiteId, box: tracker, about }: Question): Promise<Answer | null> => {
    const directory = store.directory();
    const website = directory.website(websiteId);
    const box = directory.box(websiteId, tracker);
    const dataset = box && directory.dataset(websiteId, box.datasetId);
    if (!website || !box || !dataset) return null;
    const { synonyms, redirects, language } = website;
    const common = { dataset: dataset.tracker, synonyms, redirects, language };
    if (box.kind === 'search') {
      if (!('identifier' in about)) return null;
      const result = await search({
        ...common,
        ...about,
        box,
        campaigns: directory.campaigns(websiteId, box.id),
        top: box.pageSize,
        filter: null,
        orderBy: [],
        tile: null,
        explain: false,
        requestId: '',
        // Campaigns for a share of the traffic decide alike on both sides.
        shopper: 'migration',
      });
      return {
        results: result.documents.map(({ identifier, score }) => ({ name: identifier, score })),
        count: result.count,
        rest: [
          result.status,
          result.strategy,
          result.facets.map(toSeen),
          result.campaigns,
          result.ads.length,
        ],
      };
    }
    if (!('pattern' in about)) return null;
    const keywords = directory.keywordDatasetFor(websiteId, dataset.id)?.tracker ?? null;
    const { items, understoodAs } = await related({ ...common, box, keywords, pattern: about.pattern });
    return {
      results: items.map(({ text, score }) => ({ name: text, score })),
      count: items.length,
      rest: [understoodAs, items.map(({ displayText, url, evidence }) => [displayText, url, evidence])],
    };
  };
};
