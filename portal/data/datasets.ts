import { useQueries, useQuery } from '@tanstack/react-query';
import { api, path } from '../api/client.ts';
import type {
  Answer,
  Body,
  Dataset,
  DatasetDeclaration,
  FieldInUse,
  Inspection,
  Version,
} from '../api/types.ts';
import { under, useChange } from './resource.ts';

const at = (website: string, dataset: string, ...rest: string[]) =>
  path('websites', website, 'datasets', dataset, ...rest);

/** The first import of a dataset is waited for; what comes later is looked up. */
const firstImportMs = 3000;

export const useDatasets = (website: string) =>
  useQuery({
    queryKey: under(website, 'datasets'),
    queryFn: () => api.get<readonly Dataset[]>(path('websites', website, 'datasets')),
    refetchInterval: ({ state }) => state.data?.some(({ live }) => live === null) && firstImportMs,
  });

export const useDataset = (website: string, dataset: string) =>
  useQuery({
    queryKey: under(website, 'datasets', dataset),
    queryFn: () => api.get<Dataset>(at(website, dataset)),
  });

export const useSaveDataset = (website: string) =>
  useChange(
    (body: DatasetDeclaration) => api.put<Dataset>(at(website, body.name), body),
    under(website, 'datasets'),
  );

export const useCreateDataset = (website: string) =>
  useChange(
    (body: DatasetDeclaration) => api.post<Dataset>(path('websites', website, 'datasets'), body),
    under(website, 'datasets'),
  );

export const useRemoveDataset = (website: string) =>
  useChange((dataset: string) => api.remove(at(website, dataset)), under(website, 'datasets'));

export const useFields = (website: string, dataset: string | undefined) =>
  useQuery({
    queryKey: under(website, 'datasets', dataset, 'fields'),
    queryFn: () => api.get<readonly FieldInUse[]>(at(website, dataset ?? '', 'fields')),
    enabled: dataset !== undefined,
  });

/** Nothing named: the source of the dataset itself. */
export type FeedAddress = Body<'inspectFeed'> | File;

export const useInspect = (website: string, dataset: string) =>
  useChange(
    (feed: FeedAddress) => {
      if (!(feed instanceof File)) return api.post<Inspection>(at(website, dataset, 'inspect'), feed);
      const form = new FormData();
      form.set('feed', feed);
      return api.post<Inspection>(at(website, dataset, 'inspect'), form);
    },
    under(website, 'inspections'),
  );

export const useVersions = (website: string, dataset: string) =>
  useQuery({
    queryKey: under(website, 'datasets', dataset, 'versions'),
    queryFn: () => api.get<readonly Version[]>(at(website, dataset, 'versions')),
  });

export const useChangeVersions = (website: string, dataset: string) => {
  const key = under(website, 'datasets');
  return {
    makeLive: useChange(
      (version: string) => api.post(at(website, dataset, 'versions', version, 'live')),
      key,
    ),
    discard: useChange((version: string) => api.remove(at(website, dataset, 'versions', version)), key),
  };
};

export const useProducts = (website: string, dataset: string | undefined, q: string, page = 1) =>
  useQuery({
    queryKey: under(website, 'datasets', dataset, 'products', q, page),
    queryFn: ({ signal }) =>
      api.get<Answer<'findProducts'>>(at(website, dataset ?? '', 'products'), { query: { q, page }, signal }),
    enabled: dataset !== undefined,
    placeholderData: (previous) => previous,
  });

/** Looked at while it happens: a change is live within a second. */
const liveChangesMs = 5000;

export const useLiveChanges = (website: string, dataset: string) =>
  useQuery({
    queryKey: under(website, 'datasets', dataset, 'changes'),
    queryFn: () => api.get<Answer<'listLiveChanges'>>(at(website, dataset, 'changes')),
    refetchInterval: liveChangesMs,
  });

export const useMissingPictures = (website: string, dataset: string) =>
  useQuery({
    queryKey: under(website, 'datasets', dataset, 'missing-pictures'),
    queryFn: () => api.get<Answer<'listMissingPictures'>>(at(website, dataset, 'missing-pictures')),
  });

/** Products by identifier, in this order. One that is not (or no longer) sold is shown by its identifier alone. */
export const useKnownProducts = (
  website: string,
  dataset: string | undefined,
  identifiers: readonly string[],
) =>
  useQueries({
    queries: identifiers.map((identifier) => ({
      queryKey: under(website, 'datasets', dataset, 'product', identifier),
      queryFn: () => api.get<Answer<'getProduct'>>(at(website, dataset ?? '', 'products', identifier)),
      enabled: dataset !== undefined,
      retry: false,
    })),
  }).map(({ data }, index) => {
    const identifier = identifiers[index] ?? '';
    return {
      imageUrl: null,
      price: null,
      displayText: identifier,
      ...data,
      identifier,
      currency: data?.currency ?? null,
    };
  });
