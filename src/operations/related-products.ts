import { isStopWord } from '../domain/stop-words.ts';
import { normalForm } from '../domain/normal-form.ts';
import type { WantedProduct } from '../domain/suggestion.ts';
import type { SearchMode } from '../domain/strategy.ts';
import { plainQuestion, type ProductReader, type Question, typedWords } from '../engine/engine.ts';
import { curateProducts, type Hand } from './curate.ts';
import type { Related, RelatedKeywordsRequest } from './related.ts';

/**
 * The operator's, then what shoppers wanted who searched for this, then products with all of the words; products
 * with some of them fill up.
 */
export const findRelatedProducts = async (
  reader: ProductReader,
  request: RelatedKeywordsRequest,
  hand: Hand,
  wanted: readonly WantedProduct[] = [],
): Promise<Related[]> => {
  const { box, language } = request;
  const asRelated = (found: Found): Related => relatedOf(found, language);
  const most = box.size + Math.min(hand.hide.length, box.size);
  const added = (await reader.records(hand.add)).map((found) => asRelated({ ...found, score: 0 }));
  const clicked = hand.only ? [] : await byShoppers(reader, wanted.slice(0, most), language);
  const known = new Set(clicked.map(({ identifier }) => identifier));
  const named = hand.only || clicked.length >= most ? [] : await byWords(reader, request, most);
  const found = [...clicked, ...named.map(asRelated).filter(({ identifier }) => !known.has(identifier))];
  return curateProducts(found, added, hand).slice(0, box.size);
};

type Found = { readonly identifier: string; readonly score: number; readonly record: Uint8Array };

/** Above all that was found by its words: a score of 1 and the share of what shoppers wanted. */
const byShoppers = async (
  reader: ProductReader,
  wanted: readonly WantedProduct[],
  language: string,
): Promise<Related[]> => {
  const byIdentifier = new Map(wanted.map((product) => [product.identifier, product]));
  const records = await reader.records([...byIdentifier.keys()]);
  return records.map((record) => {
    const { share = 0, shoppers = 0, lastSeen = '' } = byIdentifier.get(record.identifier) ?? {};
    const evidence = [{ signal: 'clicks', weight: 1 + share, shoppers, lastSeen }] as const;
    return { ...relatedOf({ ...record, score: 1 + share }, language), evidence };
  });
};

const byWords = async (
  reader: ProductReader,
  request: RelatedKeywordsRequest,
  wanted: number,
): Promise<Found[]> => {
  const exact = await reader.search(questionFor(request, request.pattern, 'All', wanted));
  const telling = tellingWords(request.pattern);
  if (exact.hits.length >= wanted || telling === '') return [...exact.hits];
  const loose = await reader.search(questionFor(request, telling, 'Any', wanted));
  const known = new Set(exact.hits.map(({ identifier }) => identifier));
  return [...exact.hits, ...loose.hits.filter(({ identifier }) => !known.has(identifier))].slice(0, wanted);
};

/** A product that shares only `for` with `gift for mum` is no answer to it. */
const tellingWords = (pattern: string): string =>
  pattern
    .split(/\s+/)
    .filter((word) => !isStopWord(word))
    .join(' ');

const questionFor = (
  { synonyms }: RelatedKeywordsRequest,
  text: string,
  searchMode: SearchMode,
  wanted: number,
): Question => {
  const query = { ...typedWords(text, searchMode), synonyms };
  return plainQuestion({ kind: 'text', source: null, query }, wanted);
};

const relatedOf = ({ identifier, score, record }: Found, language: string): Related => {
  const { displayText, url } = JSON.parse(Buffer.from(record).toString('utf8')) as Record<string, unknown>;
  const name = typeof displayText === 'string' ? displayText : identifier;
  return {
    text: normalForm(name, language),
    displayText: name,
    url: typeof url === 'string' ? url : null,
    score,
    evidence: [{ signal: 'catalogue', weight: score }],
    identifier,
  };
};
