import { createElement } from './dom.ts';
import type { Parts } from './load-parts.ts';
import type { PartContext } from './parts/part.ts';
import type { Settings } from './settings.ts';
import { textsFor } from './texts.ts';
import { createBlanks } from './tile.ts';
import type { View } from './model/view.ts';

export type Arrangement = {
  readonly view: View;
  readonly parts: Parts;
  readonly settings: Settings;
  readonly context: PartContext;
  readonly shape: 'tile' | 'chip';
  readonly items: readonly HTMLElement[];
  /** The facet bar, which outlives an answer. */
  readonly facetBar: HTMLElement | null;
  readonly chooseTile: (tile: string | null) => void;
};

/** Invisible tiles fill the list up to its limit, so that its rows are as high as the reserved ones. */
const createList = ({ items, shape, settings }: Arrangement): HTMLElement => {
  const isGrid = shape === 'tile' && settings.layout === 'grid';
  const fillers = isGrid ? createBlanks('li', shape, Math.max(0, settings.limit - items.length)) : [];
  for (const filler of fillers) {
    filler.className = 'filler';
    filler.setAttribute('aria-hidden', 'true');
  }
  const role: Record<string, string> = items.length > 0 ? { role: 'list' } : { 'aria-hidden': 'true' };
  return createElement('ul', 'items', [...items, ...fillers], role);
};

/** The content of the frame, top to bottom. */
export const arrange = (given: Arrangement): Node[] => {
  const { view, parts, settings, context, facetBar } = given;
  const list = createList(given);
  const banners = (place: 'top' | 'underFacets' | 'bottom') =>
    parts.banners?.createBanners(view.banners, place, context) ?? [];
  const choice = view.clarification
    ? parts.guidedChoice?.createGuidedChoice(view.clarification, context, given.chooseTile)
    : null;
  const turns = parts.carousel?.createTurnButtons(list, context);
  const promoted = createElement('p', 'badge promoted', [textsFor(settings).promoted]);
  return [
    ...banners('top'),
    ...(choice ? [choice] : []),
    ...(facetBar ? [facetBar] : []),
    ...banners('underFacets'),
    ...(view.isPromoted && view.items.length > 0 ? [promoted] : []),
    list,
    ...(turns ? [turns] : []),
    ...banners('bottom'),
  ];
};
