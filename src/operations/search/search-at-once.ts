import { noArrangement, type ProductReader, type Source, type SourceAtOnce } from '../../engine/engine.ts';
import { askForVariants } from '../campaigns/read-variants.ts';
import { selectCampaigns } from '../campaigns/select-campaigns.ts';
import { findTermRedirect } from '../redirects/find-term-redirect.ts';
import { type LadderResult, firstRung } from './climb-ladder.ts';
import type { ImageSearchNeeds, ImageSearchRequest } from './image-search-request.ts';
import { buildQuestion } from './search-rung.ts';

type FoundAtOnce = {
  readonly reader: ProductReader;
  readonly source: Source;
  readonly ladder: LadderResult;
};

/**
 * The search for a plain request, where the engine has the result at hand and the first rung suffices; null: search step
 * by step. Also null when something fails: the steps say what it was.
 */
export const searchAtOnce = (
  { products, now }: Pick<ImageSearchNeeds, 'products' | 'now'>,
  request: ImageSearchRequest,
): FoundAtOnce | null => {
  const { box, identifier } = request;
  if (!isPlain(request) || findTermRedirect(request, request.pattern) !== null) return null;
  try {
    const reader = products(request.dataset);
    const strategy = firstRung(box.strategies);
    const found = strategy.from === 'looks' ? reader?.atOnce?.(identifier) : null;
    if (!reader || !found?.source.hasLooks || mayBeCampaigned(request, found, now())) return null;
    const { source } = found;
    const question = buildQuestion(reader, source, { ...request, arrangement: noArrangement }, strategy, []);
    const set = found.search(question);
    if (set === null || set.count < strategy.minimumResults) return null;
    const ladder = { strategy, rungs: [strategy], set, attempts: [] };
    return { reader, source, ladder };
  } catch {
    return null;
  }
};

/** Whether the caller gave nothing but a product and a page. */
const isPlain = ({ filter, facetFilter, exclude, orderBy, explain }: ImageSearchRequest): boolean =>
  filter === null && !facetFilter && !exclude?.length && orderBy.length === 0 && !explain;

/**
 * Whether a campaign applies to this product now, or would with another number of results, another searched text, or in
 * another share of the traffic.
 */
const mayBeCampaigned = (
  { campaigns, identifier, shopper, requestId }: ImageSearchRequest,
  { source, variants }: SourceAtOnce,
  nowMs: number,
): boolean => {
  if (campaigns.length === 0) return false;
  let isShared = false;
  const matching = selectCampaigns(campaigns, {
    identifier,
    variants: askForVariants(campaigns) ? variants() : [identifier],
    values: (field) => source.values(field),
    trafficKey: shopper ?? requestId,
    nowMs,
    onShared: () => {
      isShared = true;
    },
  });
  return isShared || matching.length > 0;
};
