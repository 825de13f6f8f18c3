import type { Campaign, Schedule } from './campaign.ts';
import type { Website } from './website.ts';

/** A day begins at a whole quarter of an hour in every time zone, whatever its offset is that day. */
const quarterMs = 15 * 60 * 1000;

/** 1 Monday … 7 Sunday. */
const weekdayAt = (nowMs: number, timeZone: string | null): number => {
  // getUTCDay counts from Sunday = 0.
  if (timeZone === null) return new Date(nowMs).getUTCDay() || 7;
  const name = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone }).format(nowMs);
  return ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(name) + 1;
};

export const isScheduled = ({ from, until, weekdays, timeZone = null }: Schedule, nowMs: number): boolean => {
  if (from !== null && nowMs < Date.parse(from)) return false;
  if (until !== null && nowMs >= Date.parse(until)) return false;
  return weekdays.length === 0 || weekdays.includes(weekdayAt(nowMs, timeZone));
};

export const inTimeZone = (campaign: Campaign, { timeZone }: Pick<Website, 'timeZone'>): Campaign => ({
  ...campaign,
  schedule: { ...campaign.schedule, timeZone },
});

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
    const { from, until, weekdays, timeZone = null } = schedule;
    if (from !== null) addBoundary(Date.parse(from));
    if (until !== null) addBoundary(Date.parse(until));
    if (weekdays.length === 0) continue;
    const step = timeZone === null ? 96 * quarterMs : quarterMs;
    const start = Math.floor(nowMs / step) * step;
    addBoundary(start);
    addBoundary(start + step);
  }
  return { fromMs, untilMs };
};
