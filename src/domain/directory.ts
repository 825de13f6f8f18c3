import type { Box } from './box.ts';
import type { Campaign } from './campaign.ts';
import type { Dataset } from './dataset.ts';
import type { Subscription } from './subscription.ts';
import type { Website } from './website.ts';

/**
 * "Here is a key, here is a tracker: whose are they?" An immutable snapshot of the configuration, held in
 * memory, so that a request never waits for the store. Every look-up but the key's takes a website.
 */
export interface Directory {
  /** Changes whenever the configuration does. */
  readonly revision: string;
  /** Any state; null for a key nobody has. Takes the same time for either. */
  subscriptionByKey(key: string): Subscription | null;
  website(id: number): Website | null;
  /** `tracker` in canonical form: lower case with hyphens. */
  box(websiteId: number, tracker: string): Box | null;
  dataset(websiteId: number, id: number): Dataset | null;
  /** The keyword dataset that leans on a product dataset; the first where there are several. */
  keywordDatasetFor(websiteId: number, productsId: number): Dataset | null;
  /** Published campaigns for a box, by priority. Schedules are not looked at here. */
  campaigns(websiteId: number, boxId: number): readonly Campaign[];
}
