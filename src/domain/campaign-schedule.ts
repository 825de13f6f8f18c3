import type { Campaign, Schedule } from './campaign.ts';

const dayMs = 24 * 60 * 60 * 1000;

export const isScheduled = ({ from, until, weekdays }: Schedule, nowMs: number): boolean => {
  if (from !== null && nowMs < Date.parse(from)) return false;
  if (until !== null && nowMs >= Date.parse(until)) return false;
  // getUTCDay counts from Sunday = 0; weekdays here are 1 Monday … 7 Sunday.
  return weekdays.length === 0 || weekdays.includes(new Date(nowMs).getUTCDay() || 7);
};

/** `untilMs` is exclusive. Infinite where nothing begins or ends. */
export type Stretch = { readonly fromMs: number; readonly untilMs: number };

/** A stretch around `nowMs` in which no campaign begins or ends. Both ends matter: a clock may be set back. */
export const findQuietStretch = (
  campaigns: readonly Pick<Campaign, 'schedule'>[],
  nowMs: number,
): Stretch => {
  let [fromMs, untilMs] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const addBoundary = (atMs: number): void => {
    if (atMs <= nowMs) fromMs = Math.max(fromMs, atMs);
    else untilMs = Math.min(untilMs, atMs);
  };
  for (const { schedule } of campaigns) {
    const { from, until, weekdays } = schedule;
    if (from !== null) addBoundary(Date.parse(from));
    if (until !== null) addBoundary(Date.parse(until));
    if (weekdays.length === 0) continue;
    const midnight = Math.floor(nowMs / dayMs) * dayMs;
    addBoundary(midnight);
    addBoundary(midnight + dayMs);
  }
  return { fromMs, untilMs };
};
