import { toTypedText } from '../domain/typed-text.ts';
import type { KeywordAnswer, KeywordQuery, KeywordReader, ProductReader } from '../engine/engine.ts';
import { Fault } from '../errors.ts';
import { findTermRedirect } from './redirects/find-term-redirect.ts';
import { createCurationRules, curateKeywords, type CurationRuleFinder } from './related/curate.ts';
import type { RelatedItem, RelatedKeywordsRequest } from './related/related-keywords-request.ts';
import { elapsedMs } from './search/stopwatch.ts';
import { substituteSynonyms } from './related/substitute-synonyms.ts';
import { findRelatedProducts } from './related/related-products.ts';

export type RelatedKeywordsNeeds = {
  /** Live readers by the dataset's tracker. */
  keywords(dataset: string): KeywordReader | null;
  products(dataset: string): ProductReader | null;
};

export type RelatedKeywordsResult = {
  readonly version: string;
  readonly items: readonly RelatedItem[];
  /** The known pattern that was answered for, when it differs from the one typed. */
  readonly understoodAs: string | null;
  readonly tookMs: number;
};

export type RelatedKeywords = (request: RelatedKeywordsRequest) => Promise<RelatedKeywordsResult>;

export const createRelatedKeywords = (needs: RelatedKeywordsNeeds): RelatedKeywords => {
  const curationRules = createCurationRules();
  return async (request) => {
    const startedAt = performance.now();
    const findRule = curationRules(request.box, request.language);
    const result =
      request.box.kind === 'relatedProducts'
        ? await findProducts(request, needs, findRule)
        : await findKeywords(request, requireReader(needs.keywords(request.dataset)), findRule);
    return { ...result, tookMs: elapsedMs(startedAt) };
  };
};

const requireReader = <T>(reader: T | null): T => {
  if (reader !== null) return reader;
  throw new Fault('unavailable', 'Nothing has been published for this box yet.', {
    nextStep: 'Try again shortly.',
  });
};

type UntimedResult = Omit<RelatedKeywordsResult, 'tookMs'>;

/** Maximum number of suggestions read to make up for hidden ones. */
const maximumDepth = 100;

/** Look-ups for one pattern, its synonyms included: a bound on the work for what nobody knows. */
const maximumLookUps = 8;

/**
 * A pattern that is known as it was typed keeps its own list. In any other, words that are not known themselves are
 * replaced by their synonyms: `red sneakers` is answered as `red trainers`, but `blue backpack` not as `blue rucksack`.
 */
const suggestWithSynonyms = async (
  reader: KeywordReader,
  { synonyms, language }: RelatedKeywordsRequest,
  query: KeywordQuery,
): Promise<KeywordAnswer> => {
  const own = await reader.suggest(query);
  if (isKnown(own)) return own;
  let asked = 1;
  const ask = (pattern: string, size = query.size): Promise<KeywordAnswer> => {
    asked += 1;
    return reader.suggest({ ...query, pattern, size });
  };
  /** Words that several synonyms may replace are looked up once. */
  const known = new Map([[query.pattern, false]]);
  let first: KeywordAnswer | null = null;
  for (const { pattern, replaced } of substituteSynonyms(query.pattern, synonyms, language)) {
    if (asked + (known.has(replaced) ? 0 : 1) >= maximumLookUps) break;
    if (!known.has(replaced)) known.set(replaced, isKnown(await ask(replaced, 1)));
    if (known.get(replaced) === true) continue;
    const { suggestions, understoodAs } = await ask(pattern);
    if (suggestions.length === 0) continue;
    const answer = { suggestions, understoodAs: understoodAs ?? pattern };
    if (understoodAs === null) return answer;
    first ??= answer;
  }
  return first ?? own;
};

const isKnown = ({ understoodAs, suggestions }: KeywordAnswer): boolean =>
  understoodAs === null && suggestions.length > 0;

const buildQuery = (
  { box: { size, directions }, pattern }: RelatedKeywordsRequest,
  findRule: CurationRuleFinder,
): KeywordQuery => {
  const hidden = findRule([pattern]).hide.length;
  const depth = hidden === 0 ? size : Math.max(size, Math.min(size + hidden, maximumDepth));
  return { pattern, size: depth, directions };
};

const findKeywords = async (
  request: RelatedKeywordsRequest,
  reader: KeywordReader,
  findRule: CurationRuleFinder,
): Promise<UntimedResult> => {
  const query = buildQuery(request, findRule);
  const { suggestions, understoodAs } = await suggestWithSynonyms(reader, request, query);
  const { box, pattern, language } = request;
  const organic = suggestions.map(({ text, displayText, score, evidence }) => ({
    text,
    displayText,
    url: null,
    score,
    evidence,
    identifier: null,
  }));
  const rule = findRule(understoodAs === null ? [pattern] : [pattern, understoodAs]);
  const items = curateKeywords(organic, rule, language)
    .slice(0, box.size)
    .map((each) => ({
      ...each,
      text: toTypedText(each.displayText, language),
      ...findTarget(request, each.displayText),
    }));
  return { version: reader.version, items, understoodAs };
};

/** Where a suggestion leads: the website's redirect of this term, otherwise the search page of the shop. */
const findTarget = (request: RelatedKeywordsRequest, keyword: string) => {
  const found = findTermRedirect(request, keyword);
  return found === null
    ? { url: fillTemplate(request.box.url, keyword) }
    : { url: found.url, redirect: found.term };
};

const findProducts = async (
  request: RelatedKeywordsRequest,
  needs: RelatedKeywordsNeeds,
  findRule: CurationRuleFinder,
): Promise<UntimedResult> => {
  const reader = requireReader(needs.products(request.dataset));
  const { pattern, keywords: dataset = null } = request;
  const keywords = dataset === null ? null : needs.keywords(dataset);
  const rule = findRule([pattern]);
  const wanted = (await keywords?.findWantedProducts(pattern)) ?? [];
  const items = await findRelatedProducts(reader, request, rule, wanted);
  const { version } = reader;
  if (items.length > 0 || rule.only || keywords === null) return { version, items, understoodAs: null };
  // What only the keywords understand, such as the end of a compound: `Lampen` in a shop of Tischlampen.
  const { suggestions } = await keywords.suggest({ pattern, size: 1, directions: ['refine', 'next'] });
  const understoodAs = suggestions[0]?.displayText ?? null;
  if (understoodAs === null) return { version, items, understoodAs };
  const nearest = await findRelatedProducts(reader, { ...request, pattern: understoodAs }, rule);
  return { version, items: nearest, understoodAs };
};

/** Inserts the display spelling, which the shop's own search is most likely to understand. */
export const fillTemplate = (template: string | null, keyword: string): string | null =>
  template === null
    ? null
    : template.replaceAll('{keyword}', () => encodeURIComponent(keyword.toWellFormed()));
