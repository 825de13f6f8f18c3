import { setImmediate as nextTurn } from 'node:timers/promises';
import { describeBox, describeSettings, nameById } from '../../../declare/describe/describe.ts';
import { issuesFault } from '../../../declare/check/issues.ts';
import { dryRun } from '../../../declare/apply/apply.ts';
import type { Box, RelatedBox, SearchBox } from '../../../domain/box.ts';
import { inTimeZone } from '../../../domain/campaign-schedule.ts';
import type { Campaign } from '../../../domain/campaign.ts';
import type { Dataset } from '../../../domain/dataset.ts';
import type { Filter } from '../../../domain/filter.ts';
import type { Website } from '../../../domain/website.ts';
import type { Photo } from '../../../operations/photo-search/photo-source.ts';
import type { Actor, Store } from '../../../store/store.ts';
import { parseOrderBy } from '../../image-search/orderby.ts';
import { type ImageSearchCall, presentImageSearch } from '../../image-search/presenter.ts';
import { tidyText } from '../../operation/tidy-text.ts';
import { readSought } from '../../photo-search/read-body.ts';
import { presentSuggestions } from '../../related-keywords/presenter.ts';
import { readFilterText, requireFound } from '../core/item-checks.ts';
import type { HandlerNeeds } from '../core/needs.ts';
import { pictureKeywords } from './picture-keywords.ts';
import type { WirePreviewRequest } from './routes.ts';

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
  (needs: HandlerNeeds) =>
  async (preview: Preview): Promise<Buffer> => {
    const { box, campaigns } = await applyTrial(needs, preview);
    await nextTurn();
    return box.kind === 'search'
      ? previewSearch(needs, preview, box, campaigns)
      : previewRelated(needs, preview, box);
  };

type TrialResult = { readonly box: Box; readonly campaigns: readonly Campaign[] };

const applyTrial = async (
  { store, declarations }: HandlerNeeds,
  { website, box, request, actor }: Preview,
): Promise<TrialResult> => {
  const { settings: changes, draft } = request;
  if (changes === undefined && draft === undefined)
    return { box, campaigns: selectCampaigns(store, box, request, null) };
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

/** Campaigns of this box by priority. Included drafts count as published, and what is being written is seen by everybody. */
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
    .map((campaign) => ({
      ...campaign,
      state: 'published' as const,
      ...(campaign.name === draft && { share: 1 }),
    }))
    .sort((a, b) => b.priority - a.priority || a.ruleId - b.ruleId);
};

const previewSearch = async (
  { store, imageSearchAt, readPhoto, now }: HandlerNeeds,
  { website, request, requestId }: Preview,
  box: SearchBox,
  campaigns: readonly Campaign[],
): Promise<Buffer> => {
  const { top, page = 1, filter, facetFilter, orderby, tile } = request.parameters ?? {};
  const dataset = findDataset(store, box);
  const photo = request.photo && (await readTrialPhoto(readPhoto, dataset, request.photo));
  const call: ImageSearchCall = {
    box,
    dataset: dataset.tracker,
    ...(photo && { photo }),
    synonyms: website.synonyms,
    redirects: website.redirects,
    language: website.language,
    campaigns: campaigns.map((campaign) => inTimeZone(campaign, website)),
    identifier: photo ? '' : requireParameter('identifier', request.identifier),
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
  return presentImageSearch(call, result);
};

const previewRelated = async (
  { store, engine, relatedKeywords }: HandlerNeeds,
  { website, request }: Preview,
  box: RelatedBox,
): Promise<Buffer> => {
  const { tracker: dataset, productsId } = findDataset(store, box);
  const pattern = tidyText('pattern')(requireParameter('pattern', request.pattern));
  const { synonyms, redirects, language } = website;
  const keywords = store.directory().keywordDatasetFor(box.websiteId, box.datasetId)?.tracker ?? null;
  const result = await relatedKeywords({ box, dataset, keywords, synonyms, redirects, language, pattern });
  const catalogue = store.datasets.list(website.id).find(({ id }) => id === productsId);
  const reader = box.kind === 'relatedKeywords' && catalogue ? engine.products(catalogue.tracker) : null;
  const shown = reader === null ? result : await pictureKeywords(reader, result);
  return Buffer.from(JSON.stringify(presentSuggestions(shown, dataset, true)));
};

const readTrialPhoto = async (
  readPhoto: HandlerNeeds['readPhoto'],
  dataset: Dataset,
  { data, pattern = '', ...parts }: NonNullable<WirePreviewRequest['photo']>,
): Promise<Photo> => {
  const body = { like: [{ bytes: Buffer.from(data, 'base64') }], unlike: [], words: pattern.trim() };
  const readVectors = await readPhoto(dataset, body, readSought(parts, body));
  return { readVectors, predicts: true, named: new Map() };
};

const findDataset = (store: Store, { websiteId, datasetId }: Box): Dataset =>
  requireFound(
    'dataset',
    store.datasets.list(websiteId).find(({ id }) => id === datasetId),
  );

const requireParameter = (name: 'identifier' | 'pattern', value: string | undefined): string => {
  if (value !== undefined) return value;
  throw issuesFault([{ path: `$.${name}`, message: 'is missing: this box is asked with it' }]);
};

const readFilter = (parameter: 'filter' | 'facetFilter', text: string | undefined): Filter | null =>
  text === undefined ? null : readFilterText(`$.parameters.${parameter}`, text);
