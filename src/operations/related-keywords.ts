import type { KeywordReader, ProductReader } from '../engine/engine.ts';
import { Fault } from '../errors.ts';
import type { Related, RelatedKeywordsRequest } from './related.ts';
import { findRelatedProducts } from './related-products.ts';

export type RelatedKeywordsNeeds = {
  /** Live readers by the dataset's tracker. */
  keywords(dataset: string): KeywordReader | null;
  products(dataset: string): ProductReader | null;
};

export type RelatedKeywordsResult = {
  readonly version: string;
  readonly related: readonly Related[];
  /** The known pattern that was answered for, when it is not the one typed. */
  readonly understoodAs: string | null;
  readonly tookMs: number;
};

export type RelatedKeywords = (request: RelatedKeywordsRequest) => Promise<RelatedKeywordsResult>;

export const createRelatedKeywords =
  (needs: RelatedKeywordsNeeds): RelatedKeywords =>
  async (request) => {
    const startedAt = performance.now();
    const found =
      request.box.kind === 'relatedProducts'
        ? await productsFor(request, live(needs.products(request.dataset)))
        : await keywordsFor(request, live(needs.keywords(request.dataset)));
    return {
      ...found,
      tookMs: Math.round((performance.now() - startedAt) * 1000) / 1000,
    };
  };

function live<T>(reader: T | null): T {
  if (reader !== null) return reader;
  throw new Fault('unavailable', 'Nothing has been published for this box yet.', {
    nextStep: 'Try again shortly.',
  });
}

type Found = Omit<RelatedKeywordsResult, 'tookMs'>;

async function keywordsFor({ box, pattern }: RelatedKeywordsRequest, reader: KeywordReader): Promise<Found> {
  const { size, directions } = box;
  const { suggestions, understoodAs } = await reader.suggest({
    pattern,
    size,
    directions,
  });
  const related = suggestions.slice(0, size).map(({ text, displayText, score, evidence }) => ({
    text,
    displayText,
    url: fillTemplate(box.url, displayText),
    score,
    evidence,
    identifier: null,
  }));
  return { version: reader.version, related, understoodAs };
}

async function productsFor(request: RelatedKeywordsRequest, reader: ProductReader): Promise<Found> {
  const related = await findRelatedProducts(reader, request);
  return { version: reader.version, related, understoodAs: null };
}

/** The best-known spelling goes into the address: a shop's search understands it best. */
export const fillTemplate = (template: string | null, keyword: string): string | null =>
  template === null
    ? null
    : template.replaceAll('{keyword}', () => encodeURIComponent(keyword.toWellFormed()));
