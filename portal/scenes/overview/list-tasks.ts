import type { Analytics, Campaign, Dataset } from '../../api/types.ts';

export type Task =
  | { readonly kind: 'waiting' | 'unpublished'; readonly dataset: string }
  | { readonly kind: 'pictures'; readonly dataset: string; readonly count: number }
  | { readonly kind: 'terms'; readonly count: number; readonly words: readonly string[] }
  | { readonly kind: 'products'; readonly count: number }
  | { readonly kind: 'ending'; readonly campaign: string; readonly ruleId: number; readonly until: string }
  | { readonly kind: 'drafts'; readonly count: number };

type Facts = {
  readonly datasets: readonly Dataset[];
  readonly campaigns: readonly Campaign[];
  readonly top: Analytics['top'] | null;
  readonly nowMs: number;
};

/** More would take a second line. */
const namedTerms = 4;

/** A campaign that ends within so many days is worth a look. */
const soonMs = 3 * 86_400_000;

const listDatasetTasks = (datasets: readonly Dataset[]): Task[] =>
  datasets.flatMap(({ declaration: { name: dataset }, live, waiting, counts }): Task[] => {
    if (waiting !== null) return [{ kind: 'waiting', dataset }];
    if (live === null) return [{ kind: 'unpublished', dataset }];
    const count = counts?.withoutPicture ?? 0;
    return count > 0 ? [{ kind: 'pictures', dataset, count }] : [];
  });

const listCampaignTasks = (campaigns: readonly Campaign[], nowMs: number): Task[] => {
  const ending = campaigns.flatMap(
    ({ ruleId, declaration: { name, state = 'published', until } }): Task[] => {
      const leftMs = until === undefined ? Number.NaN : Date.parse(until) - nowMs;
      const isEnding = state === 'published' && leftMs > 0 && leftMs < soonMs;
      return isEnding ? [{ kind: 'ending', campaign: name, ruleId, until: until ?? '' }] : [];
    },
  );
  const drafts = campaigns.filter(({ declaration }) => declaration.state === 'draft').length;
  return drafts > 0 ? [...ending, { kind: 'drafts', count: drafts }] : ending;
};

/** What needs attention, the most urgent first. */
export const listTasks = ({ datasets, campaigns, top, nowMs }: Facts): Task[] => {
  const failedTerms = top?.failedPatterns.map(({ text }) => text) ?? [];
  const failedProducts = top?.failedIdentifiers.length ?? 0;
  return [
    ...listDatasetTasks(datasets),
    ...(failedTerms.length > 0
      ? [{ kind: 'terms' as const, count: failedTerms.length, words: failedTerms.slice(0, namedTerms) }]
      : []),
    ...(failedProducts > 0 ? [{ kind: 'products' as const, count: failedProducts }] : []),
    ...listCampaignTasks(campaigns, nowMs),
  ];
};
