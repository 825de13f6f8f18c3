import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type CampaignFilter, readFilter, writeFilter } from './campaign-filter.ts';

/**
 * The filter, and what changes it. The address follows: typing must not wait for it. Another filter starts on the
 * first page.
 */
export const useCampaignFilter = (): [CampaignFilter, (part: Partial<CampaignFilter>) => void] => {
  const search = useSearch({ from: '/signed-in/$website/campaigns' });
  const navigate = useNavigate();
  const [filter, setFilter] = useState(() => readFilter(search));
  const change = (part: Partial<CampaignFilter>): void => {
    const next = { ...filter, page: 1, ...part };
    setFilter(next);
    void navigate({ to: '.', search: writeFilter(next), replace: true, resetScroll: false });
  };
  return [filter, change];
};
