import type { WireImageSearchResult } from '../../../src/http/image-search/schema.ts';
import type { WireSuggestionList } from '../../../src/http/related-keywords/schema.ts';

type CallTarget = { readonly url: string; readonly key: string; readonly tracker: string };

const call = async (address: string, key: string): Promise<Response> =>
  fetch(address, { headers: { 'Ocp-Apim-Subscription-Key': key } });

export const statusWith = async ({ url, key, tracker }: CallTarget, identifier: string): Promise<number> =>
  (await call(`${url}/search/imagesearch?${new URLSearchParams({ btr: tracker, identifier })}`, key)).status;

/** The public operation, as a shop calls it. */
export const imageSearch = async (
  { url, key, tracker }: CallTarget,
  parameters: Readonly<Record<string, string>>,
): Promise<WireImageSearchResult> => {
  const query = new URLSearchParams({ btr: tracker, ...parameters });
  const response = await call(`${url}/search/imagesearch?${query}`, key);
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as WireImageSearchResult;
};

export const relatedKeywords = async (
  { url, key, tracker }: CallTarget,
  pattern: string,
): Promise<string[]> => {
  const query = new URLSearchParams({ btr: tracker, pattern });
  const response = await call(`${url}/relatedsearches/keywords?${query}`, key);
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const { suggestions } = (await response.json()) as WireSuggestionList;
  return (suggestions ?? []).map(({ displayText }) => displayText ?? '');
};

export const listIdentifiers = ({ documents }: WireImageSearchResult): string[] =>
  (documents ?? []).map(({ document }) => String(document?.['identifier']));
