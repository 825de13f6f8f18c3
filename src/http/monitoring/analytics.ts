import type { AnalyticsCounter } from '../../analytics/analytics.ts';
import type { CompletedCall } from '../edge/edge.ts';

/** A call without an accepted key is nobody's, and so in nobody's figures. */
export const countCall = (analytics: AnalyticsCounter | undefined, completed: CompletedCall): void => {
  const { websiteId, querySummary, status, elapsedMs } = completed;
  if (analytics === undefined || websiteId === null) return;
  const input = querySummary && {
    kind: querySummary.kind,
    text: querySummary.text,
    found: querySummary.hasResults,
  };
  analytics.count({ websiteId, boxId: querySummary?.boxId ?? null, status, elapsedMs, input });
};
