import { useQueries, useQuery } from '@tanstack/react-query';
import { api, path } from '../api/client.ts';
import type {
  ResponseBody,
  RequestBody,
  Dataset,
  DatasetDeclaration,
  DatasetField,
  Inspection,
  Version,
} from '../api/types.ts';
import { websiteKey, useInvalidatingMutation } from './resource.ts';

const datasetPath = (website: string, dataset: string, ...rest: string[]) =>
  path('websites', website, 'datasets', dataset, ...rest);

/** Polls until the first import of each dataset is live. */
const firstImportMs = 3000;

export const useDatasets = (website: string) =>
  useQuery({
    queryKey: websiteKey(website, 'datasets'),
    queryFn: () => api.get<readonly Dataset[]>(path('websites', website, 'datasets')),
    refetchInterval: ({ state }) => state.data?.some(({ live }) => live === null) && firstImportMs,
  });

export const useDataset = (website: string, dataset: string) =>
  useQuery({
    queryKey: websiteKey(website, 'datasets', dataset),
    queryFn: () => api.get<Dataset>(datasetPath(website, dataset)),
  });

export const useSaveDataset = (website: string) =>
  useInvalidatingMutation(
    (body: DatasetDeclaration) => api.put<Dataset>(datasetPath(website, body.name), body),
    websiteKey(website, 'datasets'),
  );

export const useCreateDataset = (website: string) =>
  useInvalidatingMutation(
    (body: DatasetDeclaration) => api.post<Dataset>(path('websites', website, 'datasets'), body),
    websiteKey(website, 'datasets'),
  );

export const useRemoveDataset = (website: string) =>
  useInvalidatingMutation(
    (dataset: string) => api.remove(datasetPath(website, dataset)),
    websiteKey(website, 'datasets'),
  );

export const useFields = (website: string, dataset: string | undefined) =>
  useQuery({
    queryKey: websiteKey(website, 'datasets', dataset, 'fields'),
    queryFn: () => api.get<readonly DatasetField[]>(datasetPath(website, dataset ?? '', 'fields')),
    enabled: dataset !== undefined,
  });

/** A file, or an address; an empty body means the source of the dataset. */
export type FeedSource = RequestBody<'inspectFeed'> | File;

export const useInspectFeed = (website: string, dataset: string) =>
  useInvalidatingMutation(
    (feed: FeedSource) => {
      if (!(feed instanceof File))
        return api.post<Inspection>(datasetPath(website, dataset, 'inspect'), feed);
      const form = new FormData();
      form.set('feed', feed);
      return api.post<Inspection>(datasetPath(website, dataset, 'inspect'), form);
    },
    websiteKey(website, 'inspections'),
  );

export const useVersions = (website: string, dataset: string) =>
  useQuery({
    queryKey: websiteKey(website, 'datasets', dataset, 'versions'),
    queryFn: () => api.get<readonly Version[]>(datasetPath(website, dataset, 'versions')),
  });

export const useChangeVersions = (website: string, dataset: string) => {
  const key = websiteKey(website, 'datasets');
  return {
    makeLive: useInvalidatingMutation(
      (version: string) => api.post(datasetPath(website, dataset, 'versions', version, 'live')),
      key,
    ),
    discard: useInvalidatingMutation(
      (version: string) => api.remove(datasetPath(website, dataset, 'versions', version)),
      key,
    ),
  };
};

export const useProducts = (website: string, dataset: string | undefined, q: string, page = 1) =>
  useQuery({
    queryKey: websiteKey(website, 'datasets', dataset, 'products', q, page),
    queryFn: ({ signal }) =>
      api.get<ResponseBody<'findProducts'>>(datasetPath(website, dataset ?? '', 'products'), {
        query: { q, page },
        signal,
      }),
    enabled: dataset !== undefined,
    placeholderData: (previous) => previous,
  });

/** Polling interval of the list of live changes. */
const liveChangesMs = 5000;

export const useLiveChanges = (website: string, dataset: string) =>
  useQuery({
    queryKey: websiteKey(website, 'datasets', dataset, 'changes'),
    queryFn: () => api.get<ResponseBody<'listLiveChanges'>>(datasetPath(website, dataset, 'changes')),
    refetchInterval: liveChangesMs,
  });

export const useMissingPictures = (website: string, dataset: string) =>
  useQuery({
    queryKey: websiteKey(website, 'datasets', dataset, 'missing-pictures'),
    queryFn: () =>
      api.get<ResponseBody<'listMissingPictures'>>(datasetPath(website, dataset, 'missing-pictures')),
  });

/** Products by identifier, in this order. One that the catalogue does not have is shown by its identifier alone. */
export const useProductsById = (
  website: string,
  dataset: string | undefined,
  identifiers: readonly string[],
) =>
  useQueries({
    queries: identifiers.map((identifier) => ({
      queryKey: websiteKey(website, 'datasets', dataset, 'product', identifier),
      queryFn: () =>
        api.get<ResponseBody<'getProduct'>>(datasetPath(website, dataset ?? '', 'products', identifier)),
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
