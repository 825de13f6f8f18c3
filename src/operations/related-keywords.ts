import type { KeywordReader, ProductReader } from '../engine/engine.ts';
import { Fault } from '../errors.ts';
import { createHands, curateKeywords, type HandFinder } from './curate.ts';
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

export const createRelatedKeywords = (needs: RelatedKeywordsNeeds): RelatedKeywords => {
  const hands = createHands();
  return async (request) => {
    const startedAt = performance.now();
    const hand = hands(request.box, request.language);
    const found =
      request.box.kind === 'relatedProducts'
        ? await productsFor(request, needs, hand)
        : await keywordsFor(request, live(needs.keywords(request.dataset)), hand);
    return {
      ...found,
      tookMs: Math.round((performance.now() - startedAt) * 1000) / 1000,
    };
  };
};

const live = <T>(reader: T | null): T => {
  if (reader !== null) return reader;
  throw new Fault('unavailable', 'Nothing has been published for this box yet.', {
    nextStep: 'Try again shortly.',
  });
};

type Found = Omit<RelatedKeywordsResult, 'tookMs'>;

/** However much is hidden, a list is not looked at further down than this. */
const deepest = 100;

const keywordsFor = async (
  { box, pattern, language }: RelatedKeywordsRequest,
  reader: KeywordReader,
  handFor: HandFinder,
): Promise<Found> => {
  const { size, directions } = box;
  const hidden = handFor([pattern]).hide.length;
  const { suggestions, understoodAs } = await reader.suggest({
    pattern,
    size: hidden === 0 ? size : Math.max(size, Math.min(size + hidden, deepest)),
    directions,
  });
  const found = suggestions.map(({ text, displayText, score, evidence }) => ({
    text,
    displayText,
    url: null,
    score,
    evidence,
    identifier: null,
  }));
  const hand = handFor(understoodAs === null ? [pattern] : [pattern, understoodAs]);
  const related = curateKeywords(found, hand, language)
    .slice(0, size)
    .map((each) => ({ ...each, url: fillTemplate(box.url, each.displayText) }));
  return { version: reader.version, related, understoodAs };
};

const productsFor = async (
  request: RelatedKeywordsRequest,
  needs: RelatedKeywordsNeeds,
  handFor: HandFinder,
): Promise<Found> => {
  const reader = live(needs.products(request.dataset));
  const { pattern, keywords = null } = request;
  const wanted = keywords === null ? [] : ((await needs.keywords(keywords)?.wanted(pattern)) ?? []);
  const related = await findRelatedProducts(reader, request, handFor([pattern]), wanted);
  return { version: reader.version, related, understoodAs: null };
};

/** The best-known spelling goes into the address: a shop's search understands it best. */
export const fillTemplate = (template: string | null, keyword: string): string | null =>
  template === null
    ? null
    : template.replaceAll('{keyword}', () => encodeURIComponent(keyword.toWellFormed()));
