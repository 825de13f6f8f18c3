import type { SearchBox } from '../../src/domain/box.ts';
import type { Campaign } from '../../src/domain/campaign.ts';
import type { Directory } from '../../src/domain/directory.ts';
import type { DraftProduct } from '../../src/engine/engine.ts';
import { noon, openShop } from '../support/http/shop.ts';
import type { WireImageSearchResult } from '../../src/http/image-search/schema.ts';
import { strategyDefaults } from '../../src/domain/strategy.ts';
import { tinyCatalogue, tinyFields } from './tiny-catalogue.ts';

export type DeclaredCampaign = Partial<Campaign> & Pick<Campaign, 'effect'>;

export type ShopRequest = {
  /** Highest priority first; the first is rule 1. */
  readonly campaigns?: readonly DeclaredCampaign[];
  readonly box?: Partial<SearchBox>;
  readonly parameters?: Readonly<Record<string, string | number>>;
  readonly requestId?: string;
  readonly nowMs?: number;
};

const looksLadder = [{ ...strategyDefaults, rank: 1, from: 'looks', searchMode: 'Any' }] as const;

/**
 * The whole service with the tiny catalogue, from the request to the bytes of the answer. Campaigns and box are
 * those of each request, so that an answer does not depend on earlier ones.
 */
export const openTinyShop = async (learnt: LearntTitles | null = null) => {
  let current: ShopRequest = {};
  const shop = await openShop({ directory: () => createDirectory(shop.store.directory(), current) });
  const { engine, north } = shop;
  const { wordsOf: _, ...decided } = learnt ?? { wordsOf: null };
  const draft = { fields: tinyFields, language: 'en', model: 'tiny', plans: [], ...decided };
  const builder = await engine.buildProducts(north.products.tracker, draft);
  for (const product of tinyCatalogue)
    await builder.add(learnt === null ? product : addTitle(product, learnt));
  await engine.makeLive(north.products.tracker, (await builder.finish()).version);

  const fetchBytes = async (request: ShopRequest): Promise<string> => {
    current = request;
    shop.clock.nowMs = request.nowMs ?? noon;
    const parameters = { btr: north.search.tracker, identifier: 'dress', ...request.parameters };
    const headers = {
      'Ocp-Apim-Subscription-Key': north.key,
      'x-request-id': request.requestId ?? 'golden',
    };
    const { status, text } = await shop.get('/search/imagesearch', parameters, headers);
    if (status !== 200) throw new Error(`${status}: ${text}`);
    return text;
  };
  const fetchAnswer = async (request: ShopRequest) =>
    JSON.parse(await fetchBytes(request)) as WireImageSearchResult;
  return { fetchBytes, fetchAnswer, close: () => shop.close() };
};

/** What was decided for the catalogue, and the vector of the words of each title. */
type LearntTitles = {
  readonly titleWeight: number;
  readonly comparison: string;
  readonly minimumScore?: number;
  readonly wordsOf: (identifier: string) => readonly number[];
};

const addTitle = ({ product, picture }: DraftProduct, { wordsOf }: LearntTitles): DraftProduct => ({
  product,
  picture: picture && { ...picture, title: Float32Array.from(wordsOf(product.identifier)) },
});

export type TinyShop = Awaited<ReturnType<typeof openTinyShop>>;

const createDirectory = (
  directory: Directory,
  { campaigns = [], box: changes = {} }: ShopRequest,
): Directory => {
  return {
    ...directory,
    box: (websiteId, tracker) => {
      const box = directory.box(websiteId, tracker);
      const plain = { sameAsSource: [], strategies: looksLadder, weights: { looks: 1, colour: 1 } };
      return box?.kind === 'search' ? { ...box, ...plain, ...changes } : box;
    },
    campaigns: (websiteId) => campaigns.map((campaign, index) => createCampaign(campaign, websiteId, index)),
  };
};

const createCampaign = (campaign: DeclaredCampaign, websiteId: number, index: number): Campaign => {
  return {
    ruleId: index + 1,
    websiteId,
    name: `Campaign ${index + 1}`,
    boxId: null,
    state: 'published',
    priority: 0,
    when: {},
    schedule: { from: null, until: null, weekdays: [] },
    share: 1,
    ...campaign,
  };
};

export const listIdentifiers = ({ documents }: WireImageSearchResult): unknown[] =>
  (documents ?? []).map(({ document }) => document?.['identifier']);

export const findFacet = ({ filters }: WireImageSearchResult, name: string) =>
  filters?.find((facet) => facet.name === name);
