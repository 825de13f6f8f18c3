import type { Campaign } from '../../api/types.ts';
import type { Tone } from '../../components/display/badge.tsx';

export const campaignStatuses = ['draft', 'paused', 'scheduled', 'running', 'ended'] as const;

export type CampaignStatus = (typeof campaignStatuses)[number];

/** By start and end alone: weekdays interrupt a campaign, they do not end it. */
export const getCampaignStatus = (
  { state, declaration: { from, until } }: Campaign,
  now: number,
): CampaignStatus => {
  if (state !== 'published') return state;
  if (from !== undefined && new Date(from).getTime() > now) return 'scheduled';
  if (until !== undefined && new Date(until).getTime() <= now) return 'ended';
  return 'running';
};

export const statusTones: Record<CampaignStatus, Tone> = {
  draft: 'neutral',
  paused: 'warning',
  scheduled: 'info',
  running: 'positive',
  ended: 'neutral',
};
