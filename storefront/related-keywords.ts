import type { Suggestion, SuggestionAnswer } from './model/answer.ts';
import { safeUrl } from './dom.ts';
import type { Item, ListKind } from './model/view.ts';

const toItem = ({ text, displayText, url, dsTracker = null }: Suggestion): Item[] => {
  const label = displayText || text;
  if (!label) return [];
  const address = safeUrl(url, document.baseURI);
  return [
    {
      url: address,
      object: { object_id: text ?? label, object_id_field: 'suggestion', dsTracker },
      fields: { displayText: label, text: text ?? label, url: address ?? '' },
      mark: null,
    },
  ];
};

/** Keywords related to a pattern. */
export const relatedKeywords: ListKind = {
  path: 'relatedsearches/keywords',
  parameter: 'pattern',
  shape: 'chip',
  attributes: [],
  parameters: () => ({}),
  toView: (body, { limit }) => ({
    items: (((body ?? {}) as SuggestionAnswer).suggestions ?? []).flatMap(toItem).slice(0, limit),
    redirect: null,
    banners: [],
    clarification: null,
    facets: [],
    count: 0,
    isPromoted: false,
    campaigns: [],
  }),
};
