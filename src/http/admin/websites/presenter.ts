import type { ApplyResult } from '../../../declare/apply/apply.ts';
import type { WireApplied } from './schema.ts';

/** Without the differences, which the command line prints. */
const presentItem = <T extends { readonly differences?: unknown }>({ differences: _, ...item }: T) => item;

export const presentApplied = (applied: ApplyResult): WireApplied => {
  const { name, change, tracker } = applied.website;
  return {
    website: { name, change, tracker },
    datasets: applied.datasets.map(presentItem),
    boxes: applied.boxes.map(presentItem),
    campaigns: applied.campaigns.map(presentItem),
    subscriptions: applied.subscriptions.map(presentItem),
  };
};
