import { isStopWord } from '../../domain/stop-words.ts';
import { toTypedText } from '../../domain/typed-text.ts';
import type { WantedProduct } from '../../domain/suggestion.ts';
import type { SearchMode } from '../../domain/strategy.ts';
import {
  createQuery,
  createTypedQuery,
  type ProductReader,
  type SearchQuery,
  type TextQuery,
} from '../../engine/engine.ts';
import { decodeRecord } from '../../domain/product-record.ts';
import { curateProducts, type CurationRule } from './curate.ts';
import type { RelatedItem, RelatedKeywordsRequest } from './related-keywords-request.ts';

/**
 * The operator's products, then products that shoppers chose after this search, then products with all of the
 * words, then products with some of them.
 */
export const findRelatedProducts = async (
  reader: ProductReader,
  request: RelatedKeywordsRequest,
  rule: CurationRule,
  wanted: readonly WantedProduct[] = [],
): Promise<RelatedItem[]> => {
  const { box, language } = request;
  const toItem = (product: ScoredProduct): RelatedItem => toRelatedItem(product, language);
  const limit = box.size + Math.min(rule.hide.length, box.size);
  const added = (await reader.records(rule.add)).map((product) => toItem({ ...product, score: 0 }));
  const clicked = rule.only ? [] : await findByShoppers(reader, wanted.slice(0, limit), language);
  const clickedIdentifiers = new Set(clicked.map(({ identifier }) => identifier));
  const matching = rule.only || clicked.length >= limit ? [] : await findByWords(reader, request, limit);
  const organic = [
    ...clicked,
    ...matching.map(toItem).filter(({ identifier }) => !clickedIdentifiers.has(identifier)),
  ];
  return curateProducts(organic, added, rule).slice(0, box.size);
};

type ScoredProduct = { readonly identifier: string; readonly score: number; readonly record: Uint8Array };

/** Scores are 1 + share, above every text score, which is 1 at most. */
const findByShoppers = async (reader: ProductReader, wanted: readonly WantedProduct[], language: string) => {
  const byIdentifier = new Map(wanted.map((product) => [product.identifier, product]));
  const records = await reader.records([...byIdentifier.keys()]);
  return records.map((record) => {
    const { share = 0, shoppers = 0, lastSeen = '' } = byIdentifier.get(record.identifier) ?? {};
    const evidence = [{ signal: 'clicks', weight: 1 + share, shoppers, lastSeen }] as const;
    return { ...toRelatedItem({ ...record, score: 1 + share }, language), evidence };
  });
};

const findByWords = async (reader: ProductReader, request: RelatedKeywordsRequest, limit: number) => {
  const exact = await reader.search(buildQuestion(request, request.pattern, 'All', limit));
  const content = contentWords(request.pattern);
  if (exact.hits.length >= limit || content === '') return [...exact.hits];
  const depth = exact.hits.length === 0 ? limit : limit * sameKindDepth;
  const near = await reader.search(buildQuestion(request, content, 'Any', depth));
  const loose =
    near.count > 0 ? near : await reader.search(buildQuestion(request, content, 'Any', limit, misspelt));
  const exactIdentifiers = new Set(exact.hits.map(({ identifier }) => identifier));
  const others = loose.hits.filter(({ identifier }) => !exactIdentifiers.has(identifier));
  return [...exact.hits, ...putSameKindFirst(others, exact.hits)].slice(0, limit);
};

/** Two edits in long words, as in related keywords: `baskettes` for baskets. */
const misspelt = { fuzzySensitiveness: 'Two', minimumFuzzyTermLength: 8 } as const;

/** So many times the wanted number of products is read, to find those of the same kind among them. */
const sameKindDepth = 8;

/** Products of the categories of the exact matches first: after running shoes come other trainers, then boots. */
const putSameKindFirst = <T extends ScoredProduct>(
  products: readonly T[],
  exact: readonly ScoredProduct[],
): T[] => {
  const kinds = new Set(exact.flatMap(readCategories));
  const isSameKind = (product: T): boolean => readCategories(product).some((path) => kinds.has(path));
  const { same = [], other = [] } = Object.groupBy(products, (each) => (isSameKind(each) ? 'same' : 'other'));
  return [...same, ...other];
};

const readCategories = ({ record }: ScoredProduct): string[] => {
  const { category } = decodeRecord(record);
  return [category].flat().filter((path) => typeof path === 'string');
};

/** Without stop words: a product that shares only `for` with `gift for mum` is not relevant. */
const contentWords = (pattern: string): string =>
  pattern
    .split(/\s+/)
    .filter((word) => !isStopWord(word))
    .join(' ');

const buildQuestion = (
  { synonyms }: RelatedKeywordsRequest,
  text: string,
  searchMode: SearchMode,
  limit: number,
  tolerance: Partial<TextQuery> = {},
): SearchQuery => {
  const query = { ...createTypedQuery(text, searchMode), ...tolerance, synonyms };
  return createQuery({ kind: 'text', source: null, query }, limit);
};

const toRelatedItem = ({ identifier, score, record }: ScoredProduct, language: string): RelatedItem => {
  const { displayText, url } = decodeRecord(record);
  const name = typeof displayText === 'string' ? displayText : identifier;
  return {
    text: toTypedText(name, language),
    displayText: name,
    url: typeof url === 'string' ? url : null,
    score,
    evidence: [{ signal: 'catalogue', weight: score }],
    identifier,
  };
};
