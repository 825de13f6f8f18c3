import { useQuery } from '@tanstack/react-query';
import { api, path } from '../api/client.ts';
import type { ResponseBody, Campaign, CampaignDeclaration } from '../api/types.ts';
import { websiteKey, useInvalidatingMutation } from './resource.ts';

const campaignPath = (website: string, ruleId: number, ...rest: string[]) =>
  path('websites', website, 'campaigns', ruleId, ...rest);

export const useCampaigns = (website: string) =>
  useQuery({
    queryKey: websiteKey(website, 'campaigns'),
    queryFn: () => api.get<readonly Campaign[]>(path('websites', website, 'campaigns')),
  });

export const useCampaign = (website: string, ruleId: number | null) =>
  useQuery({
    queryKey: websiteKey(website, 'campaigns', ruleId),
    queryFn: () => api.get<Campaign>(campaignPath(website, ruleId ?? 0)),
    enabled: ruleId !== null,
  });

export const useSaveCampaign = (website: string, ruleId: number | null) =>
  useInvalidatingMutation(
    (body: CampaignDeclaration) =>
      ruleId === null
        ? api.post<Campaign>(path('websites', website, 'campaigns'), body)
        : api.put<Campaign>(campaignPath(website, ruleId), body),
    websiteKey(website, 'campaigns'),
  );

export const useChangeCampaign = (website: string) => {
  const key = websiteKey(website, 'campaigns');
  return {
    publish: useInvalidatingMutation(
      (ruleId: number) => api.post(campaignPath(website, ruleId, 'publish')),
      key,
    ),
    withdraw: useInvalidatingMutation(
      (ruleId: number) => api.post(campaignPath(website, ruleId, 'withdraw')),
      key,
    ),
    undo: useInvalidatingMutation((ruleId: number) => api.post(campaignPath(website, ruleId, 'undo')), key),
    remove: useInvalidatingMutation((ruleId: number) => api.remove(campaignPath(website, ruleId)), key),
  };
};

export const useCampaignHistory = (website: string, ruleId: number | null) =>
  useQuery({
    queryKey: websiteKey(website, 'campaigns', ruleId, 'history'),
    queryFn: () => api.get<ResponseBody<'getCampaignHistory'>>(campaignPath(website, ruleId ?? 0, 'history')),
    enabled: ruleId !== null,
  });
