import { useQueries, useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import type { Dataset, DatasetDeclaration, RequestBody } from '../api/types.ts';
import { toUpload, useInvalidatingMutation, websiteKey } from './resource.ts';

const listPath = '/admin/websites/{website}/datasets';
const datasetPath = '/admin/websites/{website}/datasets/{dataset}';

/** Polls until the first import of each dataset is live. */
const firstImportMs = 3000;

export const useDatasets = (website: string) =>
  useQuery({
    queryKey: websiteKey(website, 'datasets'),
    queryFn: () => api.get(listPath, { params: { website } }),
    refetchInterval: ({ state }) => state.data?.some(({ live }) => live === null) && firstImportMs,
  });

/** Polls while a published catalogue is being loaded, which takes about a second. */
const loadingMs = 1000;

/** What is counted and listed until then is of the version before, if there was one. */
export const isBeingLoaded = ({ live, counts, declaration }: Dataset): boolean =>
  declaration.kind === 'products' && live !== null && counts?.version !== live.version;

export const useDataset = (website: string, dataset: string) =>
  useQuery({
    queryKey: websiteKey(website, 'datasets', dataset),
    queryFn: () => api.get(datasetPath, { params: { website, dataset } }),
    refetchInterval: ({ state }) => (state.data && isBeingLoaded(state.data) ? loadingMs : false),
  });

export const useSaveDataset = (website: string) =>
  useInvalidatingMutation(
    (body: DatasetDeclaration) => api.put(datasetPath, { params: { website, dataset: body.name }, body }),
    websiteKey(website, 'datasets'),
  );

/** Search terms that go with a catalogue are built from it right away: they need no file. */
export const createDataset = async (website: string, body: DatasetDeclaration): Promise<Dataset> => {
  const created = await api.post(listPath, { params: { website }, body });
  const isFromCatalogue =
    body.kind === 'keywords' && body.products !== undefined && body.source === undefined;
  if (isFromCatalogue)
    await api.post(`${datasetPath}/imports`, { params: { website, dataset: body.name }, body: {} });
  return created;
};

export const useCreateDataset = (website: string) =>
  useInvalidatingMutation(
    (body: DatasetDeclaration) => createDataset(website, body),
    websiteKey(website, 'datasets'),
  );

export const useRemoveDataset = (website: string) =>
  useInvalidatingMutation(
    (dataset: string) => api.remove(datasetPath, { params: { website, dataset } }),
    websiteKey(website, 'datasets'),
  );

export const useFields = (website: string, dataset: string | undefined) =>
  useQuery({
    queryKey: websiteKey(website, 'datasets', dataset, 'fields'),
    queryFn: () => api.get(`${datasetPath}/fields`, { params: { website, dataset: dataset ?? '' } }),
    enabled: dataset !== undefined,
  });

/** A file, or an address; an empty body means the source of the dataset. */
export type FeedSource = RequestBody<'inspectFeed'> | File;

export const useInspectFeed = (website: string, dataset: string) =>
  useInvalidatingMutation(
    (feed: FeedSource) =>
      api.post(`${datasetPath}/inspect`, {
        params: { website, dataset },
        body: feed instanceof File ? toUpload(feed) : feed,
      }),
    websiteKey(website, 'inspections'),
  );

/** The first rows of the feed where it is now; asked for once, since the whole file may be read for it. */
export const useFirstRows = (website: string, dataset: string) =>
  useQuery({
    queryKey: websiteKey(website, 'first-rows', dataset),
    queryFn: () => api.post(`${datasetPath}/inspect`, { params: { website, dataset }, body: {} }),
    staleTime: Infinity,
    retry: false,
  });

export const useVersions = (website: string, dataset: string) =>
  useQuery({
    queryKey: websiteKey(website, 'datasets', dataset, 'versions'),
    queryFn: () => api.get(`${datasetPath}/versions`, { params: { website, dataset } }),
  });

export const useChangeVersions = (website: string, dataset: string) => {
  const key = websiteKey(website, 'datasets');
  return {
    makeLive: useInvalidatingMutation(
      (version: string) =>
        api.post(`${datasetPath}/versions/{version}/live`, { params: { website, dataset, version } }),
      key,
    ),
    discard: useInvalidatingMutation(
      (version: string) =>
        api.remove(`${datasetPath}/versions/{version}`, { params: { website, dataset, version } }),
      key,
    ),
  };
};

const productsQuery = (
  website: string,
  dataset: string | undefined,
  q: string,
  page: number,
  filter: string,
) => ({
  queryKey: websiteKey(website, 'datasets', dataset, 'products', q, page, filter),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.get(`${datasetPath}/products`, {
      params: { website, dataset: dataset ?? '' },
      query: { q, page, ...(filter === '' ? {} : { filter }) },
      signal,
    }),
  retry: false,
});

export const useProducts = (website: string, dataset: string | undefined, q: string, page = 1, filter = '') =>
  useQuery({
    ...productsQuery(website, dataset, q, page, filter),
    enabled: dataset !== undefined,
    placeholderData: (previous) => previous,
  });

/** Each page is a request. */
const spreadPages = 6;

/** `count` products from all over the catalogue, whose neighbours are of one kind; none until all of them are there. */
export const useSpreadProducts = (website: string, dataset: string, count: number) => {
  const { data: first } = useProducts(website, dataset, '');
  const pages = first ? Math.ceil(first.count / first.pageSize) : 0;
  const asked = Math.min(pages, spreadPages);
  const lists = useQueries({
    queries: Array.from({ length: asked }, (_, index) =>
      productsQuery(website, dataset, '', 1 + Math.floor((index * pages) / asked), ''),
    ),
  }).map(({ data }) => data?.products);
  const ofEach = Math.ceil(count / Math.max(1, asked));
  if (lists.includes(undefined)) return [];
  return lists
    .flatMap((products = []) => {
      const step = Math.max(1, Math.floor(products.length / ofEach));
      return products.filter((_, place) => place % step === 0).slice(0, ofEach);
    })
    .slice(0, count);
};

/** Polling interval of the list of live changes. */
const liveChangesMs = 5000;

export const useLiveChanges = (website: string, dataset: string) =>
  useQuery({
    queryKey: websiteKey(website, 'datasets', dataset, 'changes'),
    queryFn: () => api.get(`${datasetPath}/changes`, { params: { website, dataset } }),
    refetchInterval: liveChangesMs,
  });

/** Asked for each version that is loaded: before, the service cannot know which pictures it lacks. */
export const useMissingPictures = (website: string, dataset: string, loaded: string | undefined) =>
  useQuery({
    queryKey: websiteKey(website, 'datasets', dataset, 'missing-pictures', loaded),
    queryFn: () => api.get(`${datasetPath}/missing-pictures`, { params: { website, dataset } }),
  });

export const useProduct = (website: string, dataset: string | undefined, identifier: string | undefined) =>
  useQuery({
    queryKey: websiteKey(website, 'datasets', dataset, 'product', identifier),
    queryFn: () =>
      api.get(`${datasetPath}/products/{identifier}`, {
        params: { website, dataset: dataset ?? '', identifier: identifier ?? '' },
      }),
    enabled: dataset !== undefined && identifier !== undefined,
    retry: false,
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
        api.get(`${datasetPath}/products/{identifier}`, {
          params: { website, dataset: dataset ?? '', identifier },
        }),
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
