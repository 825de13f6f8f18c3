import type { AnalyticsCounter, ListInteraction } from '../analytics/analytics.ts';
import { type InteractionEvent, readInteractions } from '../analytics/read-interactions.ts';
import type { Box } from '../domain/box.ts';
import type { Website } from '../domain/website.ts';
import type { Store } from '../store/store.ts';

type Needs = {
  readonly store: Pick<Store, 'boxes' | 'datasets'>;
  readonly counter: Pick<AnalyticsCounter, 'countInteraction'>;
};

/**
 * Counts the shoppers' interactions with lists for the boxes that produced the lists. Trackers of other
 * websites are ignored, and those of boxes that the key may not call (`boxIds`; empty: it may call all).
 */
export const countInteractions =
  ({ store, counter }: Needs) =>
  ({ id: websiteId }: Website, items: readonly unknown[], boxIds: readonly number[]): void => {
    const interactions = readInteractions(items);
    if (interactions.length === 0) return;
    const boxes = store.boxes.list(websiteId).filter(({ id }) => boxIds.length === 0 || boxIds.includes(id));
    const datasets = store.datasets.list(websiteId);
    const datasetId = (tracker: string) => datasets.find((dataset) => dataset.tracker === tracker)?.id;
    for (const interaction of interactions) {
      const credit = findCredit(interaction, boxes, datasetId);
      if (credit !== null)
        counter.countInteraction({
          websiteId,
          ...credit,
          action: interaction.action,
          list: interaction.list,
        });
    }
  };

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
