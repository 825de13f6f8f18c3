import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, path } from '../api/client.ts';
import type { FaultPage, ImportDiff, ImportProgress, ImportState, ImportSummary } from '../api/types.ts';
import { websiteKey, useInvalidatingMutation } from './resource.ts';

const importPath = (website: string, dataset: string, ...rest: string[]) =>
  path('websites', website, 'datasets', dataset, 'imports', ...rest);

const importKey = (website: string, dataset: string, ...rest: unknown[]) =>
  websiteKey(website, 'datasets', dataset, 'imports', ...rest);

export const isUnderWay = (state: ImportState): boolean => state === 'queued' || state === 'running';

export const useImports = (website: string, dataset: string) =>
  useQuery({
    queryKey: importKey(website, dataset),
    queryFn: () => api.get<readonly ImportSummary[]>(importPath(website, dataset)),
  });

export const useStartImport = (website: string, dataset: string) =>
  useInvalidatingMutation(
    (input: { dryRun?: boolean } | File) => {
      if (!(input instanceof File)) return api.post<ImportSummary>(importPath(website, dataset), input);
      const form = new FormData();
      form.set('feed', input);
      return api.post<ImportSummary>(importPath(website, dataset), form);
    },
    websiteKey(website, 'datasets'),
  );

export const useChangeImport = (website: string, dataset: string) => {
  const all = websiteKey(website, 'datasets');
  return {
    approve: useInvalidatingMutation(
      (id: string) => api.post(importPath(website, dataset, id, 'approve')),
      all,
    ),
    cancel: useInvalidatingMutation(
      (id: string) => api.post(importPath(website, dataset, id, 'cancel')),
      all,
    ),
  };
};

export const useImportDiff = (website: string, dataset: string, id: string | undefined) =>
  useQuery({
    queryKey: importKey(website, dataset, id, 'diff'),
    queryFn: () => api.get<ImportDiff>(importPath(website, dataset, id ?? '', 'diff')),
    enabled: id !== undefined,
  });

export const useImportFaults = (website: string, dataset: string, id: string, page: number) =>
  useQuery({
    queryKey: importKey(website, dataset, id, 'faults', page),
    queryFn: () => api.get<FaultPage>(importPath(website, dataset, id, 'fault-rows'), { query: { page } }),
    placeholderData: (previous) => previous,
  });

export const faultsAddress = (website: string, dataset: string, id: string): string =>
  importPath(website, dataset, id, 'faults');

/** Follows an import while it runs; null before the first event. */
export const useImportProgress = (
  website: string,
  dataset: string,
  id: string | undefined,
): ImportProgress | null => {
  const client = useQueryClient();
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  useEffect(() => {
    if (id === undefined) return undefined;
    const events = new EventSource(importPath(website, dataset, id, 'events'));
    events.onmessage = (event: MessageEvent<string>) => {
      const next = JSON.parse(event.data) as ImportProgress;
      setProgress(next);
      if (isUnderWay(next.state)) return;
      events.close();
      void client.invalidateQueries({ queryKey: websiteKey(website, 'datasets') });
    };
    return () => events.close();
  }, [client, website, dataset, id]);
  return progress;
};
