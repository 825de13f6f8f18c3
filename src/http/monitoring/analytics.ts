import type { AnalyticsCounter } from '../../analytics/analytics.ts';
import type { CompletedCall } from '../edge/edge.ts';

/** A call without an accepted key is nobody's, and so in nobody's figures. */
export const countCall = (analytics: AnalyticsCounter | undefined, served: CompletedCall): void => {
  const { websiteId, querySummary: about, status, elapsedMs } = served;
  if (analytics === undefined || websiteId === null) return;
  const asked = about && { kind: about.kind, text: about.text, found: about.hasResults };
  analytics.count({ websiteId, boxId: about?.boxId ?? null, status, elapsedMs, input: asked });
};
