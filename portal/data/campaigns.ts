import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import type { CampaignDeclaration } from '../api/types.ts';
import { useInvalidatingMutation, websiteKey } from './resource.ts';

const listPath = '/admin/websites/{website}/campaigns';
const campaignPath = '/admin/websites/{website}/campaigns/{ruleId}';

const paramsOf = (website: string, ruleId: number) => ({ website, ruleId: String(ruleId) });

export const useCampaigns = (website: string) =>
  useQuery({
    queryKey: websiteKey(website, 'campaigns'),
    queryFn: () => api.get(listPath, { params: { website } }),
  });

export const useCampaign = (website: string, ruleId: number | null) =>
  useQuery({
    queryKey: websiteKey(website, 'campaigns', ruleId),
    queryFn: () => api.get(campaignPath, { params: paramsOf(website, ruleId ?? 0) }),
    enabled: ruleId !== null,
  });

/** What publishing would change. Never served from the cache: the catalogue may have changed. */
export const useCampaignReview = (website: string, draft: CampaignDeclaration) =>
  useQuery({
    queryKey: websiteKey(website, 'review', draft),
    queryFn: () => api.post(`${listPath}/review`, { params: { website }, body: draft }),
    staleTime: 0,
    retry: false,
  });

/** `confirm` is the typed name, which a redirect without a condition needs. */
type SavedCampaign = { readonly body: CampaignDeclaration; readonly confirm?: string };

export const useSaveCampaign = (website: string, ruleId: number | null) =>
  useInvalidatingMutation(
    ({ body, confirm }: SavedCampaign) =>
      ruleId === null
        ? api.post(listPath, { params: { website }, body })
        : api.put(campaignPath, {
            params: paramsOf(website, ruleId),
            body,
            query: confirm ? { confirm } : {},
          }),
    websiteKey(website, 'campaigns'),
  );

export const useChangeCampaign = (website: string) => {
  const key = websiteKey(website, 'campaigns');
  return {
    publish: useInvalidatingMutation(
      ({ ruleId, confirm }: { ruleId: number; confirm?: string }) =>
        api.post(`${campaignPath}/publish`, {
          params: paramsOf(website, ruleId),
          query: confirm ? { confirm } : {},
        }),
      key,
    ),
    withdraw: useInvalidatingMutation(
      (ruleId: number) => api.post(`${campaignPath}/withdraw`, { params: paramsOf(website, ruleId) }),
      key,
    ),
    undo: useInvalidatingMutation(
      (ruleId: number) => api.post(`${campaignPath}/undo`, { params: paramsOf(website, ruleId) }),
      key,
    ),
    remove: useInvalidatingMutation(
      (ruleId: number) => api.remove(campaignPath, { params: paramsOf(website, ruleId) }),
      key,
    ),
  };
};

export type BulkAction = 'publish' | 'withdraw' | 'remove' | 'undo';
type BulkResult = {
  readonly done: readonly number[];
  readonly failed: readonly { readonly ruleId: number; readonly error: unknown }[];
};

const changeOne = (website: string, action: BulkAction, ruleId: number): Promise<unknown> => {
  const params = paramsOf(website, ruleId);
  if (action === 'remove') return api.remove(campaignPath, { params });
  return action === 'publish'
    ? api.post(`${campaignPath}/publish`, { params, query: {} })
    : api.post(`${campaignPath}/${action}`, { params });
};

/** Changes one after the other, and goes on after a refusal: the others are no worse for it. */
const changeAll = async (
  website: string,
  action: BulkAction,
  ruleIds: readonly number[],
): Promise<BulkResult> => {
  const done: number[] = [];
  const failed: { ruleId: number; error: unknown }[] = [];
  for (const ruleId of ruleIds) {
    await changeOne(website, action, ruleId).then(
      () => done.push(ruleId),
      (error: unknown) => failed.push({ ruleId, error }),
    );
  }
  return { done, failed };
};

/** Changes many campaigns; the list is read again once. */
export const useBulkChange = (website: string) =>
  useInvalidatingMutation(
    ({ action, ruleIds }: { action: BulkAction; ruleIds: readonly number[] }) =>
      changeAll(website, action, ruleIds),
    websiteKey(website, 'campaigns'),
  );

export const useCampaignHistory = (website: string, ruleId: number | null) =>
  useQuery({
    queryKey: websiteKey(website, 'campaigns', ruleId, 'history'),
    queryFn: () => api.get(`${campaignPath}/history`, { params: paramsOf(website, ruleId ?? 0) }),
    enabled: ruleId !== null,
  });
