import type { AnalyticsCounter } from '../../analytics/analytics.ts';
import type { CompletedCall } from '../operation/edge.ts';

/** Calls without an accepted key belong to no website and are not counted. */
export const countCall = (analytics: AnalyticsCounter | undefined, completed: CompletedCall): void => {
  const { websiteId, querySummary, status, elapsedMs } = completed;
  if (analytics === undefined || websiteId === null) return;
  const input = querySummary && {
    kind: querySummary.kind,
    text: querySummary.text,
    found: querySummary.hasResults,
  };
  const campaigns = querySummary?.campaigns;
  analytics.count({
    websiteId,
    boxId: querySummary?.boxId ?? null,
    status,
    elapsedMs,
    input,
    ...(campaigns !== undefined && { campaigns }),
  });
};
