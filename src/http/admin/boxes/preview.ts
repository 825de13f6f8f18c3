import { setImmediate as nextTurn } from 'node:timers/promises';
import { describeBox, describeSettings, nameById } from '../../../declare/describe/describe.ts';
import { dryRun } from '../../../declare/apply/dry-run.ts';
import type { Box, RelatedBox, SearchBox } from '../../../domain/box.ts';
import type { Campaign } from '../../../domain/campaign.ts';
import type { Filter } from '../../../domain/filter.ts';
import { parseFilter } from '../../../domain/filter-text.ts';
import type { Website } from '../../../domain/website.ts';
import { Fault } from '../../../errors.ts';
import type { ImageSearch } from '../../../operations/image-search.ts';
import type { RelatedKeywords } from '../../../operations/related-keywords.ts';
import type { Actor, Store } from '../../../store/store.ts';
import { parseOrderBy } from '../../image-search/orderby.ts';
import { type ImageSearchCall, presentImageSearch } from '../../image-search/presenter.ts';
import { tidyText } from '../../operation/tidy-text.ts';
import { presentSuggestions } from '../../related-keywords/presenter.ts';
import type { Declarations } from '../core/declarations.ts';
import { requireFound } from '../core/item-checks.ts';
import type { WirePreviewRequest } from './schema.ts';

export type PreviewNeeds = {
  readonly store: Store;
  readonly declarations: Declarations;
  /** The image search with a clock of the caller's choice (milliseconds since 1970). */
  readonly imageSearchAt: (now: () => number) => ImageSearch;
  readonly relatedKeywords: RelatedKeywords;
  readonly now: () => number;
};

type Preview = {
  readonly website: Website;
  readonly box: Box;
  readonly request: WirePreviewRequest;
  readonly requestId: string;
  readonly actor: Actor;
};

/**
 * Applies the unsaved settings in a transaction that is rolled back, so that they act exactly as if saved. Other calls
 * are answered between the parts of the work.
 */
export const createPreview =
  (needs: PreviewNeeds) =>
  async (preview: Preview): Promise<Buffer> => {
    const { box, campaigns } = await applyTrial(needs, preview);
    await nextTurn();
    return box.kind === 'search'
      ? previewSearch(needs, preview, box, campaigns)
      : previewRelated(needs, preview, box);
  };

type TrialResult = { readonly box: Box; readonly campaigns: readonly Campaign[] };

const applyTrial = async (
  { store, declarations }: PreviewNeeds,
  { website, box, request, actor }: Preview,
): Promise<TrialResult> => {
  const { settings: changes, draft } = request;
  if (changes === undefined && draft === undefined) {
    return { box, campaigns: selectCampaigns(store, box, request, null) };
  }
  return dryRun(store, (settings) => {
    const dataset = nameById(store.datasets.list(website.id))(box.datasetId);
    const fixed = { name: box.name, kind: box.kind, dataset };
    declarations.apply(settings, actor, {
      website: describeSettings(website),
      ...(changes && { boxes: [{ ...describeBox(box, dataset), ...changes, ...fixed }] }),
      ...(draft && { campaigns: [{ ...draft, state: 'published' }] }),
    });
    const changed = requireFound('box', store.boxes.byName(website.id, box.name));
    return { box: changed, campaigns: selectCampaigns(store, changed, request, draft?.name ?? null) };
  });
};

/** Campaigns of this box by priority. Included drafts count as published. */
const selectCampaigns = (
  store: Store,
  { id, websiteId }: Box,
  { campaigns: wanted }: WirePreviewRequest,
  draft: string | null,
): Campaign[] => {
  const isShown = ({ name, state }: Campaign) =>
    name === draft || wanted === 'drafts' || (wanted === 'published' && state === 'published');
  return store.campaigns
    .list(websiteId)
    .filter((campaign) => (campaign.boxId === null || campaign.boxId === id) && isShown(campaign))
    .map((campaign) => ({ ...campaign, state: 'published' as const }))
    .sort((a, b) => b.priority - a.priority || a.ruleId - b.ruleId);
};

const previewSearch = async (
  { store, imageSearchAt, now }: PreviewNeeds,
  { website, request, requestId }: Preview,
  box: SearchBox,
  campaigns: readonly Campaign[],
): Promise<Buffer> => {
  const { top, page = 1, filter, facetFilter, orderby, tile } = request.parameters ?? {};
  const call: ImageSearchCall = {
    box,
    dataset: findTracker(store, box),
    synonyms: website.synonyms,
    redirects: website.redirects,
    language: website.language,
    campaigns,
    identifier: requireParameter('identifier', request.identifier),
    top: Math.min(top ?? box.pageSize, box.maximumPageSize),
    page,
    filter: readFilter('filter', filter),
    facetFilter: readFilter('facetFilter', facetFilter),
    filterText: filter ?? facetFilter ?? null,
    exclude: [],
    orderBy: orderby === undefined ? [] : parseOrderBy(orderby),
    tile: tile ?? null,
    pattern: request.pattern === undefined ? null : tidyText('pattern')(request.pattern),
    explain: true,
    requestId,
  };
  const atMs = request.at === undefined ? now() : Date.parse(request.at);
  const result = await imageSearchAt(() => atMs)(call);
  await nextTurn();
  // It is sent in a later turn, when its memory may be that of another answer.
  return Buffer.from(presentImageSearch(call, result));
};

const previewRelated = async (
  { store, relatedKeywords }: PreviewNeeds,
  { website, request }: Preview,
  box: RelatedBox,
): Promise<Buffer> => {
  const dataset = findTracker(store, box);
  const pattern = tidyText('pattern')(requireParameter('pattern', request.pattern));
  const { synonyms, redirects, language } = website;
  const keywords = store.directory().keywordDatasetFor(box.websiteId, box.datasetId)?.tracker ?? null;
  const result = await relatedKeywords({ box, dataset, keywords, synonyms, redirects, language, pattern });
  return Buffer.from(JSON.stringify(presentSuggestions(result, dataset, true)));
};

const findTracker = (store: Store, { websiteId, datasetId }: Box): string => {
  return requireFound(
    'dataset',
    store.datasets.list(websiteId).find(({ id }) => id === datasetId),
  ).tracker;
};

const requireParameter = (name: 'identifier' | 'pattern', value: string | undefined): string => {
  if (value !== undefined) return value;
  const issue = { path: `$.${name}`, message: 'is missing: this box is asked with it' };
  throw new Fault('bad-input', `${issue.path}: ${issue.message}`, { issues: [issue] });
};

const readFilter = (parameter: 'filter' | 'facetFilter', text: string | undefined): Filter | null => {
  if (text === undefined) return null;
  const parsed = parseFilter(text);
  if (parsed.ok) return parsed.filter;
  const issue = {
    path: `$.parameters.${parameter}`,
    message: `at character ${parsed.position}, ${parsed.message}`,
    reason: { reason: 'filter', values: { position: parsed.position } },
  } as const;
  throw new Fault('bad-input', `${issue.path}: ${issue.message}`, {
    issues: [issue],
    reason: { reason: 'invalid' },
  });
};
