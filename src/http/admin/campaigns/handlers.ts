import type { DeclaredCampaign } from '../../../contract/campaign.ts';
import { checkCampaignFields, requireCondition } from '../../../declare/check/check-applied.ts';
import { readDeclaration } from '../../../declare/check/read-declaration.ts';
import { collectReferencedNames } from '../../../declare/check/referenced-names.ts';
import { describeCampaign, describeSettings, nameById } from '../../../declare/describe/describe.ts';
import { newCampaign } from '../../../declare/resolve/resolve.ts';
import { type Campaign, isUnconditional } from '../../../domain/campaign.ts';
import type { Website } from '../../../domain/website.ts';
import type { CampaignReview } from '../../../operations/campaigns/review-campaign.ts';
import type { Actor, CampaignChange, NewCampaign } from '../../../store/store.ts';
import type { SchemaValue } from '../contract/route.ts';
import { withItemPaths } from '../core/declarations.ts';
import type { HandlersOf } from '../core/handler.ts';
import { notFoundFault, refuseDuplicate, requireFound } from '../core/item-checks.ts';
import type { HandlerNeeds } from '../core/needs.ts';
import { presentRow } from '../products/presenter.ts';
import type {
  CampaignReview as ReviewSchema,
  campaignRoutes,
  WireCampaign,
  WireCampaignChange,
} from './routes.ts';

export const campaignHandlers = (needs: HandlerNeeds): HandlersOf<typeof campaignRoutes> => {
  const { store, engine, reviewCampaign } = needs;
  const boxName = ({ id }: Website) => nameById(store.boxes.list(id));
  const present = (website: Website, campaign: Campaign) => presentCampaign(campaign, boxName(website));
  const findCampaign = ({ id }: Website, ruleId: string): Campaign =>
    requireFound('campaign', store.campaigns.byRuleId(id, parseRuleId(ruleId)));

  const readDeclared = (website: Website, declared: unknown, state: Campaign['state']): NewCampaign => {
    const input = { website: describeSettings(website), campaigns: [declared] };
    const known = collectReferencedNames(store, input, false);
    const { campaigns } = withItemPaths('campaigns', () =>
      readDeclaration(input, { names: known, filesAllowed: false }),
    );
    const campaign = requireFound<DeclaredCampaign>('campaign', campaigns?.[0]);
    const box = campaign.box === undefined ? null : store.boxes.byName(website.id, campaign.box);
    return newCampaign({ ...campaign, state: campaign.state ?? state }, box && box.id);
  };

  /** The search boxes that a campaign changes, each with the dataset it searches. */
  const listBoxes = ({ id }: Website, boxId: number | null) => {
    const trackers = new Map(store.datasets.list(id).map((dataset) => [dataset.id, dataset.tracker]));
    return store.boxes
      .list(id)
      .filter((box) => box.kind === 'search' && (boxId === null || box.id === boxId))
      .map((box) => ({ name: box.name, dataset: trackers.get(box.datasetId) ?? '' }));
  };

  const checkFields = (website: Website, campaign: NewCampaign): void => {
    const readers = listBoxes(website, campaign.boxId).map(({ dataset }) => engine.products(dataset));
    const isComplete = readers.length > 0 && readers.every((reader) => reader !== null);
    checkCampaignFields(campaign, isComplete ? readers.flatMap(({ fields }) => fields) : null);
  };

  const readChecked = (website: Website, declared: unknown, state: Campaign['state'], confirm?: string) => {
    const campaign = readDeclared(website, declared, state);
    checkFields(website, campaign);
    if (campaign.state === 'published' && confirm !== campaign.name) requireCondition(campaign);
    return campaign;
  };

  const setState = (
    website: Website,
    actor: Actor,
    ruleId: string,
    state: Campaign['state'],
    confirm?: string,
  ) =>
    store.transaction((settings) => {
      const { ruleId: id, websiteId: _, ...campaign } = findCampaign(website, ruleId);
      if (state === 'published' && confirm !== campaign.name) requireCondition(campaign);
      return present(website, settings.campaigns.replace(website.id, actor, id, { ...campaign, state }));
    });

  return {
    listCampaigns: ({ website }) => {
      const name = boxName(website);
      return store.campaigns.list(website.id).map((campaign) => presentCampaign(campaign, name));
    },
    createCampaign: ({ website, actor, body, query }) =>
      store.transaction((settings) => {
        const campaign = readChecked(website, body, 'draft', query.confirm);
        refuseDuplicate('campaign', campaign, (name) => store.campaigns.byName(website.id, name));
        return present(website, settings.campaigns.put(website.id, actor, campaign));
      }),
    getCampaign: ({ website, params }) => present(website, findCampaign(website, params.ruleId)),
    updateCampaign: ({ website, actor, params, body, query }) =>
      store.transaction((settings) => {
        const { ruleId, state } = findCampaign(website, params.ruleId);
        const campaign = readChecked(website, body, state, query.confirm);
        return present(website, settings.campaigns.replace(website.id, actor, ruleId, campaign));
      }),
    removeCampaign: ({ website, actor, params }) =>
      store.campaigns.remove(website.id, actor, findCampaign(website, params.ruleId).name),
    publishCampaign: ({ website, actor, params, query }) =>
      setState(website, actor, params.ruleId, 'published', query.confirm),
    withdrawCampaign: ({ website, actor, params }) => setState(website, actor, params.ruleId, 'paused'),
    reviewCampaign: async ({ website, body }) => {
      const campaign = readDeclared(website, body, 'draft');
      checkFields(website, campaign);
      const boxes = listBoxes(website, campaign.boxId);
      const others = store.campaigns
        .list(website.id)
        .filter(({ boxId }) => boxId === null || campaign.boxId === null || boxId === campaign.boxId);
      const datasets = boxes.map(({ dataset }) => dataset);
      const review = await reviewCampaign(datasets, campaign, others);
      return presentReview(campaign, boxes, review);
    },
    getCampaignHistory: ({ website, params }) => {
      const changes = store.campaigns.history(website.id, parseRuleId(params.ruleId));
      if (changes.length === 0) throw notFoundFault('campaign');
      const name = boxName(website);
      return changes.map((change) => presentChange(change, name));
    },
    undoCampaign: async ({ website, actor, params }) => {
      const ruleId = parseRuleId(params.ruleId);
      if (store.campaigns.history(website.id, ruleId).length === 0) throw notFoundFault('campaign');
      const campaign = await store.campaigns.undo(website.id, actor, ruleId);
      return campaign && present(website, campaign);
    },
  };
};

/** -1, which no campaign has, for a text that is not a ruleId. */
const parseRuleId = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : -1);

type BoxName = (id: number) => string;

const presentCampaign = (campaign: Campaign, boxName: BoxName): WireCampaign => ({
  declaration: describeCampaign(campaign, boxName),
  ruleId: campaign.ruleId,
  state: campaign.state,
});

const presentReview = (
  { when }: Pick<Campaign, 'when'>,
  boxes: readonly { readonly name: string; readonly dataset: string }[],
  review: CampaignReview | null,
): SchemaValue<typeof ReviewSchema> => ({
  boxes: boxes.map(({ name }) => name),
  unconditional: isUnconditional(when),
  products: review?.products ?? 0,
  isPartial: review?.isPartial ?? false,
  examples: (review?.examples ?? []).map((row) => ({
    ...presentRow(row),
    box: boxes.find(({ dataset }) => dataset === row.dataset)?.name ?? '',
  })),
  conflicts: (review?.conflicts ?? []).map(({ ruleId, name }) => ({ ruleId, name })),
});

const presentChange = (
  { sequence: _, before, after, ...change }: CampaignChange,
  boxName: BoxName,
): WireCampaignChange => ({
  ...change,
  before: before && describeCampaign(before, boxName),
  after: after && describeCampaign(after, boxName),
});
