import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { addressOf, api } from '../api/client.ts';
import type { ImportProgress, ImportState, ImportSummary } from '../api/types.ts';
import { toUpload, useInvalidatingMutation, websiteKey } from './resource.ts';

const listPath = '/admin/websites/{website}/datasets/{dataset}/imports';
const importPath = `${listPath}/{import}` as const;

const importKey = (website: string, dataset: string, ...rest: unknown[]) =>
  websiteKey(website, 'datasets', dataset, 'imports', ...rest);

export const isUnderWay = (state: ImportState): boolean => state === 'queued' || state === 'running';

export const useImports = (website: string, dataset: string) =>
  useQuery({
    queryKey: importKey(website, dataset),
    queryFn: () => api.get(listPath, { params: { website, dataset } }),
  });

/** What was uploaded last while the portal is open: its pictures may come after it. */
export const useLastFeed = (website: string, dataset: string): File | undefined =>
  useQueryClient().getQueryData<File>(importKey(website, dataset, 'feed'));

export const useStartImport = (website: string, dataset: string) => {
  const client = useQueryClient();
  return useInvalidatingMutation(
    (input: { dryRun?: boolean } | File) => {
      const feedKey = importKey(website, dataset, 'feed');
      client.setQueryDefaults(feedKey, { gcTime: Infinity });
      if (input instanceof File) client.setQueryData(feedKey, input);
      const body = input instanceof File ? toUpload(input) : input;
      return api.post(listPath, { params: { website, dataset }, body });
    },
    websiteKey(website, 'datasets'),
  );
};

export const useChangeImport = (website: string, dataset: string) => {
  const all = websiteKey(website, 'datasets');
  return {
    approve: useInvalidatingMutation(
      (id: string) => api.post(`${importPath}/approve`, { params: { website, dataset, import: id } }),
      all,
    ),
    cancel: useInvalidatingMutation(
      (id: string) => api.post(`${importPath}/cancel`, { params: { website, dataset, import: id } }),
      all,
    ),
  };
};

export const useImportDiff = (website: string, dataset: string, id: string | undefined) =>
  useQuery({
    queryKey: importKey(website, dataset, id, 'diff'),
    queryFn: () => api.get(`${importPath}/diff`, { params: { website, dataset, import: id ?? '' } }),
    enabled: id !== undefined,
  });

export const useImportFaults = (website: string, dataset: string, id: string, page: number) =>
  useQuery({
    queryKey: importKey(website, dataset, id, 'faults', page),
    queryFn: () =>
      api.get(`${importPath}/fault-rows`, { params: { website, dataset, import: id }, query: { page } }),
    placeholderData: (previous) => previous,
  });

export const faultsAddress = (website: string, dataset: string, id: string): string =>
  addressOf(`${importPath}/faults`, { website, dataset, import: id });

/** Follows an import while it runs, in the list of imports too; null before the first event. */
export const useImportProgress = (
  website: string,
  dataset: string,
  id: string | undefined,
): ImportProgress | null => {
  const client = useQueryClient();
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  useEffect(() => {
    if (id === undefined) return undefined;
    const events = new EventSource(addressOf(`${importPath}/events`, { website, dataset, import: id }));
    events.onmessage = (event: MessageEvent<string>) => {
      const next = JSON.parse(event.data) as ImportProgress;
      setProgress(next);
      const { state, step, rows } = next;
      client.setQueryData<readonly ImportSummary[]>(importKey(website, dataset), (imports) =>
        imports?.map((each) => (each.id === id ? { ...each, state, step, rows } : each)),
      );
      if (isUnderWay(next.state)) return;
      events.close();
      void client.invalidateQueries({ queryKey: websiteKey(website, 'datasets') });
    };
    return () => events.close();
  }, [client, website, dataset, id]);
  return progress;
};
