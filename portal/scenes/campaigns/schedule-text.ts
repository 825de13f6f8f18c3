import type { CampaignDeclaration } from '../../api/types.ts';
import type { Texts } from '../../texts/text-context.tsx';

export const scheduleText = ({ t, date, dates }: Texts, { from, until }: CampaignDeclaration): string => {
  if (from !== undefined && until !== undefined) return dates(from, until);
  if (from !== undefined) return t('campaigns.since', { date: date(from) });
  if (until !== undefined) return t('campaigns.upTo', { date: date(until) });
  return t('campaigns.always');
};
