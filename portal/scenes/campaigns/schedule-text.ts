import type { CampaignDeclaration } from '../../api/types.ts';
import type { Texts } from '../../texts/text-context.tsx';

export const scheduleText = ({ t, date }: Texts, { from, until }: CampaignDeclaration): string => {
  if (from !== undefined && until !== undefined)
    return t('campaigns.between', { from: date(from), until: date(until) });
  if (from !== undefined) return t('campaigns.since', { date: date(from) });
  if (until !== undefined) return t('campaigns.upTo', { date: date(until) });
  return t('campaigns.always');
};
