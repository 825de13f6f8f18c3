import type { Box } from '../../domain/box.ts';
import type { Campaign } from '../../domain/campaign.ts';
import type { Directory } from '../../domain/directory.ts';

/** A question, and what its answer is made from besides it. */
export type Question = {
  readonly directory: Directory;
  readonly box: Box;
  /** Trackers of the datasets that the answer is read from. */
  readonly datasets: readonly string[];
  /** Campaigns of the box that can change the answer. */
  readonly campaigns: readonly Campaign[];
  /** Everything else of the configuration that can change the answer. */
  readonly settings: unknown;
  /** The normalised parameters. */
  readonly key: string;
};
