import type { AnalyticsCounter, Arm, ListInteraction } from '../../analytics/analytics.ts';
import { type InteractionEvent, readInteractions } from '../../analytics/read-interactions.ts';
import { readSales } from '../../analytics/read-sales.ts';
import type { Box } from '../../domain/box.ts';
import type { Campaign } from '../../domain/campaign.ts';
import { isScheduled } from '../../domain/campaign-schedule.ts';
import type { Website } from '../../domain/website.ts';
import { trafficFraction } from '../../operations/campaigns/select-campaigns.ts';
import type { Store } from '../../store/store.ts';

type Needs = {
  readonly store: Pick<Store, 'boxes' | 'datasets'>;
  readonly counter: Pick<AnalyticsCounter, 'countInteraction' | 'countSale'>;
  /** The published campaigns of a box. */
  readonly campaigns: (websiteId: number, boxId: number) => readonly Campaign[];
  readonly now: () => number;
};

/**
 * Counts what shoppers did for the boxes that produced the lists. Trackers of other websites are ignored, and those of
 * boxes that the key may not call (`boxIds`; empty: it may call all). A sale without a tracker counts for the website.
 */
export const countInteractions =
  ({ store, counter, campaigns, now }: Needs) =>
  ({ id: websiteId }: Website, items: readonly unknown[], boxIds: readonly number[]): void => {
    const interactions = readInteractions(items);
    const sales = readSales(items);
    if (interactions.length + sales.length === 0) return;
    const boxes = store.boxes.list(websiteId).filter(({ id }) => boxIds.length === 0 || boxIds.includes(id));
    const datasets = store.datasets.list(websiteId);
    const datasetId = (tracker: string) => datasets.find((dataset) => dataset.tracker === tracker)?.id;
    const listArms = (boxId: number | null, shopper: string | null): Arm[] =>
      boxId === null || shopper === null
        ? []
        : campaigns(websiteId, boxId)
            .filter((campaign) => isExperiment(campaign) && isScheduled(campaign.schedule, now()))
            .map((campaign) => toArm(campaign, shopper));
    for (const interaction of interactions) {
      const credit = findCredit(interaction, boxes, datasetId);
      if (credit !== null)
        counter.countInteraction({
          websiteId,
          ...credit,
          action: interaction.action,
          list: interaction.list,
          arms: listArms(credit.boxId, interaction.shopper),
        });
    }
    for (const { btr, shopper, ...sale } of sales) {
      const box = btr === null ? null : boxes.find(({ tracker }) => tracker === btr.toLowerCase());
      if (box === undefined) continue;
      const boxId = box?.id ?? null;
      counter.countSale({ ...sale, websiteId, boxId, arms: listArms(boxId, shopper) });
    }
  };

const isExperiment = ({ share }: Campaign): boolean => share > 0 && share < 1;

/** The side is drawn as for an answer, so a page must send the same shopper with the call and with the event. */
const toArm = ({ ruleId, share }: Campaign, shopper: string): Arm => ({
  ruleId,
  side: trafficFraction(shopper, ruleId) < share ? 'with' : 'without',
});

type Credit = Pick<ListInteraction, 'boxId' | 'kind'>;

/**
 * A suggestion that names only its dataset is counted for the related box of that dataset, if there is
 * exactly one.
 */
const findCredit = (
  { btr, dsTracker }: InteractionEvent,
  boxes: readonly Box[],
  datasetId: (tracker: string) => number | undefined,
): Credit | null => {
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

const kindOf = ({ kind }: Box): ListInteraction['kind'] => {
  return kind === 'search' ? 'identifier' : 'pattern';
};
