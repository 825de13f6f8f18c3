import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, path } from '../api/client.ts';
import type { FaultPage, ImportDiff, ImportProgress, ImportState, ImportSummary } from '../api/types.ts';
import { under, useChange } from './resource.ts';

const at = (website: string, dataset: string, ...rest: string[]) =>
  path('websites', website, 'datasets', dataset, 'imports', ...rest);

const key = (website: string, dataset: string, ...rest: unknown[]) =>
  under(website, 'datasets', dataset, 'imports', ...rest);

export const underWay = (state: ImportState): boolean => state === 'queued' || state === 'running';

export const useImports = (website: string, dataset: string) =>
  useQuery({
    queryKey: key(website, dataset),
    queryFn: () => api.get<readonly ImportSummary[]>(at(website, dataset)),
  });

export const useStartImport = (website: string, dataset: string) =>
  useChange(
    (input: { dryRun?: boolean } | File) => {
      if (!(input instanceof File)) return api.post<ImportSummary>(at(website, dataset), input);
      const form = new FormData();
      form.set('feed', input);
      return api.post<ImportSummary>(at(website, dataset), form);
    },
    under(website, 'datasets'),
  );

export const useChangeImport = (website: string, dataset: string) => {
  const all = under(website, 'datasets');
  return {
    approve: useChange((id: string) => api.post(at(website, dataset, id, 'approve')), all),
    cancel: useChange((id: string) => api.post(at(website, dataset, id, 'cancel')), all),
  };
};

export const useImportDiff = (website: string, dataset: string, id: string | undefined) =>
  useQuery({
    queryKey: key(website, dataset, id, 'diff'),
    queryFn: () => api.get<ImportDiff>(at(website, dataset, id ?? '', 'diff')),
    enabled: id !== undefined,
  });

export const useImportFaults = (website: string, dataset: string, id: string, page: number) =>
  useQuery({
    queryKey: key(website, dataset, id, 'faults', page),
    queryFn: () => api.get<FaultPage>(at(website, dataset, id, 'fault-rows'), { query: { page } }),
    placeholderData: (previous) => previous,
  });

export const faultsAddress = (website: string, dataset: string, id: string): string =>
  at(website, dataset, id, 'faults');

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
    const events = new EventSource(at(website, dataset, id, 'events'));
    events.onmessage = (event: MessageEvent<string>) => {
      const next = JSON.parse(event.data) as ImportProgress;
      setProgress(next);
      if (underWay(next.state)) return;
      events.close();
      void client.invalidateQueries({ queryKey: under(website, 'datasets') });
    };
    return () => events.close();
  }, [client, website, dataset, id]);
  return progress;
};
