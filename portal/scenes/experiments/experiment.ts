import type { Campaign, CampaignDeclaration } from '../../api/types.ts';
import type { AnalyticsRequest } from '../../data/analytics.ts';

export const dayMs = 86_400_000;

/** What is counted for an experiment that says no start. */
const withoutStartDays = 28;

/** A published campaign for a part of the shoppers: the others are what it is compared with. */
export const isExperiment = ({ state, declaration: { share = 1 } }: Campaign): boolean =>
  state === 'published' && share > 0 && share < 1;

/** A redirect of every shopper is published on its own page alone, where its name is typed. */
export const canBecomeExperiment = (campaign: Campaign): boolean => {
  const { effect, when = {} } = campaign.declaration;
  return !isExperiment(campaign) && (effect.redirect === undefined || Object.keys(when).length > 0);
};

/** Half of the shoppers for two whole weeks. */
export const usualTrial = { share: 0.5, days: 14 } as const;

type Start = { readonly share: number; readonly days: number; readonly now: number };

export const startExperiment = (
  declaration: CampaignDeclaration,
  { share, days, now }: Start,
): CampaignDeclaration => ({
  ...declaration,
  share,
  from: new Date(now).toISOString(),
  until: new Date(now + days * dayMs).toISOString(),
  state: 'published',
});

/** For every shopper, without an end. */
export const keepForAll = ({
  share: _share,
  until: _until,
  ...rest
}: CampaignDeclaration): CampaignDeclaration => ({ ...rest, state: 'published' });

/** The time an experiment has run; null before it starts. The answer names the box for a campaign of one box. */
export const findPeriod = (
  { from, until, box }: CampaignDeclaration,
  now: number,
): AnalyticsRequest | null => {
  const end = until === undefined ? now : Math.min(now, Date.parse(until));
  const start = from === undefined ? end - withoutStartDays * dayMs : Date.parse(from);
  if (start >= end) return null;
  return {
    from: new Date(start).toISOString(),
    to: new Date(end).toISOString(),
    compare: false,
    step: 'day',
    ...(box !== undefined && { box }),
  };
};

/** Which day of how many it is; null without a start or an end. */
export const countDays = (
  { from, until }: CampaignDeclaration,
  now: number,
): { readonly day: number; readonly days: number } | null => {
  if (from === undefined || until === undefined) return null;
  const days = Math.max(1, Math.round((Date.parse(until) - Date.parse(from)) / dayMs));
  const day = Math.floor((now - Date.parse(from)) / dayMs) + 1;
  return { day: Math.max(0, Math.min(days, day)), days };
};
