import { safeAddress } from './dom.ts';
import type { Kind } from './list-element.ts';

type Suggestion = Readonly<Record<'text' | 'displayText' | 'url' | 'dsTracker', string | null>>;
type Answer = { readonly suggestions?: readonly Suggestion[] | null } | null;

/** What shoppers look for next. */
export const relatedKeywords: Kind = {
  path: 'relatedsearches/keywords',
  parameter: 'pattern',
  layout: 'chips',
  parameters: () => ({}),
  itemsOf: (answer) =>
    ((answer as Answer)?.suggestions ?? []).flatMap(({ text, displayText, url, dsTracker }) => {
      const shown = displayText ?? text;
      if (!shown) return [];
      const object = { object_id: text ?? shown, object_id_field: 'suggestion', dsTracker };
      return [{ url: safeAddress(url, document.baseURI), object, content: [shown] }];
    }),
};
