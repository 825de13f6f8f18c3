import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { WireImageSearchResult } from '../../src/http/image-search/schema.ts';
import type { WireSuggestionList } from '../../src/http/related-keywords/schema.ts';
import { api, path } from '../api/client.ts';
import type { Box, BoxDeclaration, CurationEntry, PreviewRequest } from '../api/types.ts';
import { websiteKey, useInvalidatingMutation } from './resource.ts';

const boxPath = (website: string, box: string, ...rest: string[]) =>
  path('websites', website, 'boxes', box, ...rest);

export const useBoxes = (website: string) =>
  useQuery({
    queryKey: websiteKey(website, 'boxes'),
    queryFn: () => api.get<readonly Box[]>(path('websites', website, 'boxes')),
  });

export const useBox = (website: string, box: string) =>
  useQuery({
    queryKey: websiteKey(website, 'boxes', box),
    queryFn: () => api.get<Box>(boxPath(website, box)),
  });

export const useCreateBox = (website: string) =>
  useInvalidatingMutation(
    (body: BoxDeclaration) => api.post<Box>(path('websites', website, 'boxes'), body),
    websiteKey(website, 'boxes'),
  );

export const useSaveBox = (website: string, box: string) =>
  useInvalidatingMutation(
    (body: BoxDeclaration) => api.put<Box>(boxPath(website, box), body),
    websiteKey(website, 'boxes'),
  );

export const useRemoveBox = (website: string) =>
  useInvalidatingMutation((box: string) => api.remove(boxPath(website, box)), websiteKey(website, 'boxes'));

/** Runs the real operation. Never served from the cache. */
const usePreview = <Answer>(website: string, box: string | undefined, request: PreviewRequest | null) =>
  useQuery({
    queryKey: websiteKey(website, 'preview', box, request),
    queryFn: () => api.post<Answer>(boxPath(website, box ?? '', 'preview'), request),
    enabled: request !== null && box !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const useSearchPreview = (website: string, box: string | undefined, request: PreviewRequest | null) =>
  usePreview<WireImageSearchResult>(website, box, request);

export const useRelatedPreview = (website: string, box: string | undefined, request: PreviewRequest | null) =>
  usePreview<WireSuggestionList>(website, box, request);

export const useCuration = (website: string, box: string) =>
  useQuery({
    queryKey: websiteKey(website, 'boxes', box, 'curation'),
    queryFn: () => api.get<readonly CurationEntry[]>(boxPath(website, box, 'curation')),
  });

export const useSaveCuration = (website: string, box: string) =>
  useInvalidatingMutation(
    (entries: readonly CurationEntry[]) => api.put(boxPath(website, box, 'curation'), entries),
    websiteKey(website),
  );
