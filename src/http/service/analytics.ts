import type { AnalyticsCounter } from '../../analytics/analytics.ts';
import type { Served } from '../edge/edge.ts';

/** A call without an accepted key is nobody's, and so in nobody's figures. */
export const countServed = (analytics: AnalyticsCounter | undefined, served: Served): void => {
  const { websiteId, about, status, elapsedMs } = served;
  if (analytics === undefined || websiteId === null) return;
  const asked = about && { kind: about.kind, text: about.text, found: about.found };
  analytics.count({ websiteId, boxId: about?.boxId ?? null, status, elapsedMs, asked });
};
