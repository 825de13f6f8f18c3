import type { WireSuggestionList } from '../../../src/http/related-keywords/schema.ts';
import type { ProductSummary } from './product-card.tsx';

/** The products of an answer of a related box, with the names that shoppers read. */
export const readAnsweredProducts = (answer: WireSuggestionList | undefined): ProductSummary[] => {
  const names = new Map(answer?.suggestions?.map(({ text, displayText }) => [text, displayText]));
  return (answer?.explain?.suggestions ?? []).flatMap(({ identifier, text }) =>
    identifier
      ? [{ identifier, displayText: names.get(text) ?? text, imageUrl: null, price: null, currency: null }]
      : [],
  );
};
