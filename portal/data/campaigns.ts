import { useQuery } from '@tanstack/react-query';
import { api, path } from '../api/client.ts';
import type { Answer, Campaign, CampaignDeclaration } from '../api/types.ts';
import { under, useChange } from './resource.ts';

const at = (website: string, ruleId: number, ...rest: string[]) =>
  path('websites', website, 'campaigns', ruleId, ...rest);

export const useCampaigns = (website: string) =>
  useQuery({
    queryKey: under(website, 'campaigns'),
    queryFn: () => api.get<readonly Campaign[]>(path('websites', website, 'campaigns')),
  });

export const useCampaign = (website: string, ruleId: number | null) =>
  useQuery({
    queryKey: under(website, 'campaigns', ruleId),
    queryFn: () => api.get<Campaign>(at(website, ruleId ?? 0)),
    enabled: ruleId !== null,
  });

export const useSaveCampaign = (website: string, ruleId: number | null) =>
  useChange(
    (body: CampaignDeclaration) =>
      ruleId === null
        ? api.post<Campaign>(path('websites', website, 'campaigns'), body)
        : api.put<Campaign>(at(website, ruleId), body),
    under(website, 'campaigns'),
  );

export const useChangeCampaign = (website: string) => {
  const key = under(website, 'campaigns');
  return {
    publish: useChange((ruleId: number) => api.post(at(website, ruleId, 'publish')), key),
    withdraw: useChange((ruleId: number) => api.post(at(website, ruleId, 'withdraw')), key),
    undo: useChange((ruleId: number) => api.post(at(website, ruleId, 'undo')), key),
    remove: useChange((ruleId: number) => api.remove(at(website, ruleId)), key),
  };
};

export const useCampaignHistory = (website: string, ruleId: number | null) =>
  useQuery({
    queryKey: under(website, 'campaigns', ruleId, 'history'),
    queryFn: () => api.get<Answer<'getCampaignHistory'>>(at(website, ruleId ?? 0, 'history')),
    enabled: ruleId !== null,
  });
