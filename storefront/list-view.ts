import { arrange } from './arrange.ts';
import { createElement, createStyleSheet, safeUrl } from './dom.ts';
import { createFrame } from './frame.ts';
import { createItem, removeTemplateItems } from './item.ts';
import type { Parts } from './load-parts.ts';
import type { FacetBar } from './parts/facets.ts';
import type { PartContext } from './parts/part.ts';
import type { Settings } from './settings.ts';
import { css } from './styles.ts';
import { pickTexts } from './texts.ts';
import type { Choice, Item, ListKind, View } from './model/view.ts';

/** What shoppers do in a list. */
export type ListActions = {
  readonly select: (item: Item, position: number, event: Event) => void;
  /** A part of the choice changed. */
  readonly refine: (change: Partial<Choice>) => void;
};

export type ListView = {
  /** Reserves space. `keep` leaves what is shown until the answer is there. */
  readonly reserve: (settings: Settings, keep: boolean) => void;
  /** Reserves space for a list that the server rendered, which stays until `show`. */
  readonly adopt: (settings: Settings) => void;
  readonly show: (view: View, settings: Settings, parts: Parts, actions: ListActions) => void;
  /** The text of the page for this state, where it has one; else nothing. */
  readonly showNothing: (state: 'empty' | 'error') => void;
  /** Gives the reserved space back. */
  readonly release: () => void;
  /** Forgets what was chosen, and takes everything away. */
  readonly clear: () => void;
};

/** The shadow tree of one element. */
export const createListView = (host: HTMLElement, root: ShadowRoot, shape: ListKind['shape']): ListView => {
  const frame = createFrame(shape);
  const addedStyles = new Set<string>();
  let facetBar: FacetBar | null = null;

  const addStyles = (text: string | undefined): void => {
    if (text === undefined || addedStyles.has(text)) return;
    addedStyles.add(text);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, createStyleSheet(text)];
  };
  const attach = (): void => {
    addStyles(css);
    if (frame.section.parentNode !== root) root.replaceChildren(frame.section);
  };
  const createContext = (settings: Settings): PartContext => ({
    create: createElement,
    safeUrl,
    pick: (all) => pickTexts(all, settings),
    language: settings.language,
  });
  const updateFacets = (
    { facets, count }: View,
    parts: Parts,
    context: PartContext,
    actions: ListActions,
  ) => {
    facetBar ??= parts.facets?.createFacetBar(context, (filter) => actions.refine({ filter })) ?? null;
    facetBar?.update(facets, count);
  };

  return {
    reserve: (settings, keep) => {
      frame.reserve(settings, keep);
      attach();
    },
    adopt: (settings) => frame.reserve(settings, true),
    show: (view, settings, parts, actions) => {
      const focused = root.activeElement?.getAttribute('data-focus');
      const context = createContext(settings);
      for (const part of [parts.banners, parts.guidedChoice, parts.facets, parts.carousel])
        addStyles(part?.css);
      updateFacets(view, parts, context, actions);
      removeTemplateItems(host);
      const itemContext = { host, shape, settings, template: parts.template, select: actions.select };
      const items = view.items.map((item, at) => createItem(item, at, itemContext));
      const chooseTile = (tile: string | null): void => actions.refine({ tile });
      const bar = facetBar?.element ?? null;
      frame.fill(arrange({ view, parts, settings, context, shape, items, facetBar: bar, chooseTile }));
      attach();
      if (focused) root.querySelector<HTMLElement>(`[data-focus="${CSS.escape(focused)}"]`)?.focus();
    },
    showNothing: (state) => {
      removeTemplateItems(host);
      frame.fill([createElement('slot', 'text', [], { name: state })]);
      const hasText = host.querySelector(`:scope > [slot="${state}"]`) !== null;
      frame.section.classList.toggle('has-text', hasText);
      attach();
    },
    release: frame.release,
    clear: () => {
      facetBar = null;
      removeTemplateItems(host);
      root.replaceChildren();
    },
  };
};
