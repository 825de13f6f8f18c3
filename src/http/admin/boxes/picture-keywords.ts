import { createQuery, createTypedQuery, type ProductReader } from '../../../engine/engine.ts';
import type { RelatedKeywordsResult } from '../../../operations/related-keywords.ts';

type Item = RelatedKeywordsResult['items'][number];

/** So many products of each keyword are looked at for one that no keyword before it shows. */
const candidates = 6;

/** Each keyword with a product that it finds, so that the portal can show it as a picture. */
export const pictureKeywords = async (
  reader: ProductReader,
  { items, ...rest }: RelatedKeywordsResult,
): Promise<RelatedKeywordsResult> => {
  const shown = new Set<string>();
  const pictured: Item[] = [];
  for (const item of items) {
    const seed = { kind: 'text', source: null, query: createTypedQuery(item.text, 'All') } as const;
    const { hits } = await reader.search(createQuery(seed, candidates));
    const { identifier = null } = hits.find((hit) => !shown.has(hit.identifier)) ?? hits[0] ?? {};
    if (identifier !== null) shown.add(identifier);
    pictured.push({ ...item, identifier });
  }
  return { ...rest, items: pictured };
};
