import type { Strategy } from '../../domain/strategy.ts';
import type { ImageSearchResult } from '../../operations/image-search.ts';
import type { ImageSearchRequest } from '../../operations/search/image-search-request.ts';

/** By the rung that answered: a changed box has other ones. */
const knownTexts = new WeakMap<Strategy, Map<string, string>>();

/** Numbers of results and pages vary little; beyond that, all texts of a rung are forgotten. */
const maximumTexts = 1_000;

/**
 * The fields of an answer beside its documents and facets, as text. Where the caller gave nothing but a product, and no
 * campaign applies, they differ in few numbers from answer to answer: such a text is written once.
 */
export const presentPlainFields = (
  call: ImageSearchRequest & { readonly filterText: string | null },
  result: ImageSearchResult,
  write: () => string,
): string => {
  if (!isPlain(call, result)) return write();
  const { strategy, count, status } = result;
  const texts = knownTexts.get(strategy) ?? new Map<string, string>();
  knownTexts.set(strategy, texts);
  const key = `${call.box.facetType} ${count} ${status} ${call.top} ${call.page}`;
  const known = texts.get(key);
  if (known !== undefined) return known;
  if (texts.size >= maximumTexts) texts.clear();
  const text = write();
  texts.set(key, text);
  return text;
};

const isPlain = (
  { filterText, orderBy }: Pick<ImageSearchRequest, 'orderBy'> & { readonly filterText: string | null },
  { campaigns, effects, filter, callerFilter, text, explanation }: ImageSearchResult,
): boolean =>
  campaigns.length === 0 &&
  hasNoEffects(effects) &&
  filterText === null &&
  filter === null &&
  callerFilter === null &&
  orderBy.length === 0 &&
  text === null &&
  explanation === null;

/** A redirect of a search term has no campaign. */
const hasNoEffects = ({ redirect, banners, ads, promotion, intent }: ImageSearchResult['effects']): boolean =>
  redirect === null && banners.length === 0 && ads === null && promotion === null && intent === null;
