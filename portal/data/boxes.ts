import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { WireImageSearchResult } from '../../src/http/image-search/schema.ts';
import type { WireSuggestionList } from '../../src/http/related-keywords/schema.ts';
import { api, path } from '../api/client.ts';
import type { Box, BoxDeclaration, CurationEntry, PreviewRequest } from '../api/types.ts';
import { under, useChange } from './resource.ts';

const at = (website: string, box: string, ...rest: string[]) =>
  path('websites', website, 'boxes', box, ...rest);

export const useBoxes = (website: string) =>
  useQuery({
    queryKey: under(website, 'boxes'),
    queryFn: () => api.get<readonly Box[]>(path('websites', website, 'boxes')),
  });

export const useBox = (website: string, box: string) =>
  useQuery({ queryKey: under(website, 'boxes', box), queryFn: () => api.get<Box>(at(website, box)) });

export const useCreateBox = (website: string) =>
  useChange(
    (body: BoxDeclaration) => api.post<Box>(path('websites', website, 'boxes'), body),
    under(website, 'boxes'),
  );

export const useSaveBox = (website: string, box: string) =>
  useChange((body: BoxDeclaration) => api.put<Box>(at(website, box), body), under(website, 'boxes'));

export const useRemoveBox = (website: string) =>
  useChange((box: string) => api.remove(at(website, box)), under(website, 'boxes'));

/** Runs the real operation. Not kept: a preview is of now. */
const usePreview = <Answer>(website: string, box: string | undefined, request: PreviewRequest | null) =>
  useQuery({
    queryKey: under(website, 'preview', box, request),
    queryFn: () => api.post<Answer>(at(website, box ?? '', 'preview'), request),
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
    queryKey: under(website, 'boxes', box, 'curation'),
    queryFn: () => api.get<readonly CurationEntry[]>(at(website, box, 'curation')),
  });

export const useSaveCuration = (website: string, box: string) =>
  useChange(
    (entries: readonly CurationEntry[]) => api.put(at(website, box, 'curation'), entries),
    under(website),
  );
