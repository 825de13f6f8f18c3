import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { WireImageSearchResult } from '../../src/http/image-search/schema.ts';
import type { WireSuggestionList } from '../../src/http/related-keywords/schema.ts';
import { api } from '../api/client.ts';
import type {
  BoxDeclaration,
  CurationEntry,
  DatasetDeclaration,
  PreviewRequest,
  ResponseBody,
} from '../api/types.ts';
import { createDataset } from './datasets.ts';
import { useInvalidatingMutation, websiteKey } from './resource.ts';

const boxPath = '/admin/websites/{website}/boxes/{box}';

export const useBoxes = (website: string) =>
  useQuery({
    queryKey: websiteKey(website, 'boxes'),
    queryFn: () => api.get('/admin/websites/{website}/boxes', { params: { website } }),
  });

export const useBox = (website: string, box: string) =>
  useQuery({
    queryKey: websiteKey(website, 'boxes', box),
    queryFn: () => api.get(boxPath, { params: { website, box } }),
  });

type NewBox = {
  readonly box: BoxDeclaration /** What it answers from, if that is to be created first. */;
  readonly dataset?: DatasetDeclaration;
};

export const useCreateBox = (website: string) =>
  useInvalidatingMutation(async ({ box, dataset }: NewBox) => {
    if (dataset) await createDataset(website, dataset);
    return api.post('/admin/websites/{website}/boxes', { params: { website }, body: box });
  }, websiteKey(website));

export const useSaveBox = (website: string, box: string) =>
  useInvalidatingMutation(
    (body: BoxDeclaration) => api.put(boxPath, { params: { website, box }, body }),
    websiteKey(website, 'boxes'),
  );

export const useRemoveBox = (website: string) =>
  useInvalidatingMutation(
    (box: string) => api.remove(boxPath, { params: { website, box } }),
    websiteKey(website, 'boxes'),
  );

type PreviewAnswer = ResponseBody<'previewBox'>;

/** Runs the real operation. Never served from the cache. The kind of the box decides which of the two answers comes. */
const usePreview = <Answer extends PreviewAnswer>(
  website: string,
  box: string | undefined,
  request: PreviewRequest | null,
  isExpected: (answer: PreviewAnswer) => answer is Answer,
) =>
  useQuery({
    queryKey: websiteKey(website, 'preview', box, request),
    queryFn: async () => {
      if (box === undefined || request === null) throw new Error('A preview needs a box and a request.');
      const params = { website, box };
      const answer = await api.post('/admin/websites/{website}/boxes/{box}/preview', {
        params,
        body: request,
      });
      if (!isExpected(answer)) throw new Error(`The box ${box} answers another operation.`);
      return answer;
    },
    enabled: request !== null && box !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const isSearchResult = (answer: PreviewAnswer): answer is WireImageSearchResult =>
  'documents' in answer;

export const isSuggestionList = (answer: PreviewAnswer): answer is WireSuggestionList =>
  'suggestions' in answer;

export const useSearchPreview = (website: string, box: string | undefined, request: PreviewRequest | null) =>
  usePreview(website, box, request, isSearchResult);

export const useRelatedPreview = (website: string, box: string | undefined, request: PreviewRequest | null) =>
  usePreview(website, box, request, isSuggestionList);

export const useCuration = (website: string, box: string) =>
  useQuery({
    queryKey: websiteKey(website, 'boxes', box, 'curation'),
    queryFn: () => api.get('/admin/websites/{website}/boxes/{box}/curation', { params: { website, box } }),
  });

export const useSaveCuration = (website: string, box: string) =>
  useInvalidatingMutation(
    (entries: readonly CurationEntry[]) =>
      api.put('/admin/websites/{website}/boxes/{box}/curation', { params: { website, box }, body: entries }),
    websiteKey(website),
  );
