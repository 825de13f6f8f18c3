import type { AnalyticsCounter, Arm, ListInteraction } from '../../analytics/analytics.ts';
import { type InteractionEvent, readInteractions, readSales } from '../../analytics/read-interactions.ts';
import type { Credit, Visits } from '../../analytics/visits.ts';
import type { Box } from '../../domain/box.ts';
import type { Campaign } from '../../domain/campaign.ts';
import { isScheduled } from '../../domain/campaign-schedule.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Website } from '../../domain/website.ts';
import { trafficFraction } from '../../operations/campaigns/select-campaigns.ts';
import type { Store } from '../../store/store.ts';

type Needs = {
  readonly store: Pick<Store, 'boxes' | 'datasets'>;
  readonly counter: Pick<AnalyticsCounter, 'countInteraction' | 'countSale'>;
  readonly campaigns: (websiteId: number, boxId: number) => readonly Campaign[];
  readonly visits: Visits;
  /** The identifiers of the family of a product, in the catalogues of the website. */
  readonly listVariants: (websiteId: number, product: string) => Promise<readonly string[]>;
  readonly now: () => number;
};

/**
 * Counts what shoppers did for the boxes that produced the lists. Trackers of other websites are ignored, and those of
 * boxes that the key may not call (`boxIds`; empty: it may call all). A sale without a tracker counts for the box
 * whose list led to it in this visit, and otherwise for the website.
 */
export const countInteractions =
  (needs: Needs) =>
  async ({ id: websiteId }: Website, items: readonly unknown[], boxIds: readonly number[]): Promise<void> => {
    const interactions = readInteractions(items);
    const sales = readSales(items);
    if (interactions.length + sales.length === 0) return;
    const { store } = needs;
    const boxes = store.boxes.list(websiteId).filter(({ id }) => boxIds.length === 0 || boxIds.includes(id));
    const datasets = store.datasets.list(websiteId);
    const datasetId = (tracker: string) => datasets.find((dataset) => dataset.tracker === tracker)?.id;
    countLists(needs, websiteId, (event) => findCredit(event, boxes, datasetId), interactions);
    await countSales(needs, websiteId, boxes, sales);
  };

const listArms = (
  { campaigns, now }: Pick<Needs, 'campaigns' | 'now'>,
  websiteId: number,
  boxId: number | null,
  shopper: string | null,
): Arm[] =>
  boxId === null || shopper === null
    ? []
    : campaigns(websiteId, boxId)
        .filter((campaign) => isExperiment(campaign) && isScheduled(campaign.schedule, now()))
        .map((campaign) => toArm(campaign, shopper));

const countLists = (
  needs: Needs,
  websiteId: number,
  findList: (event: InteractionEvent) => CountedList | null,
  interactions: readonly InteractionEvent[],
): void => {
  const { counter, campaigns, visits } = needs;
  for (const event of interactions) {
    const { action, list, shopper, product } = event;
    const counted = findList(event);
    if (counted === null) continue;
    const { boxId } = counted;
    const known = boxId === null ? [] : campaigns(websiteId, boxId);
    // Only campaigns of the box: a page may send anything.
    const ruleIds = event.campaigns.filter((id) => known.some(({ ruleId }) => ruleId === id));
    const arms = listArms(needs, websiteId, boxId, shopper);
    counter.countInteraction({ websiteId, ...counted, action, list, arms, campaigns: ruleIds });
    if (shopper === null) continue;
    if (action === 'clicked' && boxId !== null)
      visits.rememberClick(websiteId, shopper, product, { boxId, campaigns: ruleIds });
    else visits.continueVisit(websiteId, shopper);
  }
};

const countSales = async (
  needs: Needs,
  websiteId: number,
  boxes: readonly Box[],
  sales: ReturnType<typeof readSales>,
): Promise<void> => {
  const findClicked = createClickFinder(needs, websiteId, boxes);
  for (const { btr, shopper, product, ...sale } of sales) {
    const named = btr === null ? null : boxes.find(({ tracker }) => tracker === btr.toLowerCase());
    if (named === undefined) continue;
    const clicked = await findClicked(shopper, product);
    const boxId = named?.id ?? clicked?.boxId ?? null;
    const ruleIds = clicked !== null && clicked.boxId === boxId ? clicked.campaigns : [];
    const arms = listArms(needs, websiteId, boxId, shopper);
    needs.counter.countSale({ ...sale, websiteId, boxId, arms, campaigns: ruleIds });
  }
};

/** The list that led to a product in this visit, if it is of a box that the key may call. */
const createClickFinder =
  (
    { visits, listVariants }: Pick<Needs, 'visits' | 'listVariants'>,
    websiteId: number,
    boxes: readonly Box[],
  ) =>
  async (shopper: string | null, product: string | null): Promise<Credit | null> => {
    if (shopper === null || product === null) return null;
    const found = await visits.findCredit(websiteId, shopper, product, () =>
      listVariants(websiteId, product),
    );
    return boxes.some(({ id }) => id === found?.boxId) ? found : null;
  };

/** For the credit of a sale: a catalogue that cannot be read now has no variants. */
export const createVariantList =
  (store: Pick<Store, 'datasets'>, engine: Pick<Engine, 'products'>): Needs['listVariants'] =>
  async (websiteId, product) => {
    const catalogues = store.datasets.list(websiteId).filter(({ kind }) => kind === 'products');
    const families = catalogues.map(async ({ tracker }) =>
      engine
        .products(tracker)
        ?.families([product])
        .catch(() => []),
    );
    return (await Promise.all(families)).flatMap((found) => found?.flat() ?? []);
  };

const isExperiment = ({ share }: Campaign): boolean => share > 0 && share < 1;

/** The side is drawn as for an answer, so a page must send the same shopper with the call and with the event. */
const toArm = ({ ruleId, share }: Campaign, shopper: string): Arm => ({
  ruleId,
  side: trafficFraction(shopper, ruleId) < share ? 'with' : 'without',
});

type CountedList = Pick<ListInteraction, 'boxId' | 'kind'>;

/**
 * A suggestion that names only its dataset is counted for the related box of that dataset, if there is
 * exactly one.
 */
const findCredit = (
  { btr, dsTracker }: Pick<InteractionEvent, 'btr' | 'dsTracker'>,
  boxes: readonly Box[],
  datasetId: (tracker: string) => number | undefined,
): CountedList | null => {
  if (btr !== null) {
    const box = boxes.find(({ tracker }) => tracker === btr.toLowerCase());
    return box === undefined ? null : { boxId: box.id, kind: kindOf(box) };
  }
  const dataset = dsTracker === null ? undefined : datasetId(dsTracker.toLowerCase());
  if (dataset === undefined) return null;
  const related = boxes.filter((box) => box.kind !== 'search' && box.datasetId === dataset);
  const [only, another] = related;
  return { boxId: another === undefined ? (only?.id ?? null) : null, kind: 'pattern' };
};

const kindOf = ({ kind }: Box): ListInteraction['kind'] => (kind === 'search' ? 'identifier' : 'pattern');
