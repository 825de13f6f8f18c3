import type { Box } from './box.ts';
import type { Campaign } from './campaign.ts';
import type { Dataset } from './dataset.ts';
import type { Subscription } from './subscription.ts';
import type { Website } from './website.ts';

/**
 * An immutable snapshot of the configuration in memory, so that a request never waits for the store. It resolves
 * keys and trackers. Every look-up except the one by key takes a website.
 */
export interface Directory {
  /** Changes whenever the configuration does. */
  readonly revision: string;
  /** In any state; null for an unknown key. Known and unknown keys take the same time. */
  subscriptionByKey(key: string): Subscription | null;
  website(id: number): Website | null;
  /** `tracker` in canonical form: lower case with hyphens. */
  box(websiteId: number, tracker: string): Box | null;
  dataset(websiteId: number, id: number): Dataset | null;
  /** The keyword dataset that is based on a product dataset; the first one where there are several. */
  keywordDatasetFor(websiteId: number, productsId: number): Dataset | null;
  /** Published campaigns of a box, by priority. Schedules are not evaluated here. */
  campaigns(websiteId: number, boxId: number): readonly Campaign[];
}
