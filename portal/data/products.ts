import { useQueries, useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { websiteKey } from './resource.ts';

const productsPath = '/admin/websites/{website}/datasets/{dataset}/products';

/** Where a product is used. Never served from the cache: campaigns and live changes come and go. */
export const useProductUse = (website: string, dataset: string, identifier: string) =>
  useQuery({
    queryKey: websiteKey(website, 'datasets', dataset, 'product', identifier, 'use'),
    queryFn: () => api.get(`${productsPath}/{identifier}/use`, { params: { website, dataset, identifier } }),
    staleTime: 0,
    retry: false,
  });

/** Shorter texts would find half of the catalogue. */
const shortestText = 2;

/** The first products that a text finds in each of the catalogues. */
export const useFoundProducts = (website: string, catalogues: readonly string[], text: string) => {
  const q = text.trim();
  return useQueries({
    queries: catalogues.map((dataset) => ({
      queryKey: websiteKey(website, 'datasets', dataset, 'products', q, 1, ''),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.get(productsPath, { params: { website, dataset }, query: { q, page: 1 }, signal }),
      enabled: q.length >= shortestText,
      retry: false,
    })),
  }).flatMap(({ data }, index) =>
    (data?.products ?? []).map((product) => ({ ...product, dataset: catalogues[index] ?? '' })),
  );
};
