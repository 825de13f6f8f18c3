import { safeUrl } from './dom.ts';
import type { ListKind } from './list-element.ts';

type Suggestion = Readonly<Record<'text' | 'displayText' | 'url' | 'dsTracker', string | null>>;
type Answer = { readonly suggestions?: readonly Suggestion[] | null } | null;

/** Keywords related to a pattern. */
export const relatedKeywords: ListKind = {
  path: 'relatedsearches/keywords',
  parameter: 'pattern',
  layout: 'chips',
  parameters: () => ({}),
  toItems: (answer) =>
    ((answer as Answer)?.suggestions ?? []).flatMap(({ text, displayText, url, dsTracker }) => {
      const label = displayText ?? text;
      if (!label) return [];
      const object = { object_id: text ?? label, object_id_field: 'suggestion', dsTracker };
      return [{ url: safeUrl(url, document.baseURI), object, content: [label] }];
    }),
};
