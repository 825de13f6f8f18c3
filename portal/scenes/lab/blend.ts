import type { WireImageSearchResult } from '../../../src/http/image-search/schema.ts';
import type { ProductSummary } from '../../components/products/product-card.tsx';
import { readProductRecord } from '../../components/products/read-product-record.ts';
import type { DocumentExplanation } from '../preview/why-drawer.tsx';

export type Neighbour = {
  readonly product: ProductSummary;
  /** Weighted mean of picture and text similarity, 0 to 1. */
  readonly score: number;
  /** Picture similarity; 0 where the picture search did not run or did not return the product. */
  readonly looks: number;
  /** Merged, where both searches returned the product. */
  readonly why: DocumentExplanation | undefined;
};

/** The part of a response that the lab uses. */
export type Answer = Pick<WireImageSearchResult, 'documents' | 'explain'>;

type ScoredProduct = {
  readonly product: ProductSummary;
  readonly score: number;
  readonly why: DocumentExplanation | undefined;
};

/**
 * Merges the results by picture and by text into one ranking. `words` is the share of the text, 0 to 1. A product
 * that one search did not return counts as 0 there.
 */
export const blendResults = (byLooks: Answer | null, byWords: Answer | null, words: number): Neighbour[] => {
  const [looks, texts] = [readScoredProducts(byLooks), readScoredProducts(byWords)];
  const products = new Map([...texts, ...looks]);
  // One answer keeps its own order: its results may have been varied.
  const order = byLooks && byWords ? (a: Neighbour, b: Neighbour) => b.score - a.score : () => 0;
  return [...products]
    .map(([identifier, { product }]) => {
      const [look, text] = [looks.get(identifier), texts.get(identifier)];
      const score = (1 - words) * (look?.score ?? 0) + words * (text?.score ?? 0);
      return { product, score, looks: look?.score ?? 0, why: mergeExplanations(look?.why, text?.why, score) };
    })
    .sort(order);
};

const readScoredProducts = (answer: Answer | null): Map<string, ScoredProduct> => {
  const reasons = new Map(answer?.explain?.documents.map((why) => [why.identifier, why]));
  return new Map(
    (answer?.documents ?? []).map(({ document, score }) => {
      const product = readProductRecord(document);
      return [product.identifier, { product, score, why: reasons.get(product.identifier) }];
    }),
  );
};

const mergeExplanations = (
  look: DocumentExplanation | undefined,
  text: DocumentExplanation | undefined,
  score: number,
): DocumentExplanation | undefined => {
  const why = look ?? text;
  return why && { ...why, score, text: text?.text ?? look?.text ?? null };
};
