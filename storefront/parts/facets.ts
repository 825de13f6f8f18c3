import type { Facet } from '../model/answer.ts';
import { type FacetChoice, isChosen, writeFilter } from './facet-choice.ts';
import { createControls, type PanelContext } from './facet-panel.ts';
import { describeCount, facetTexts } from './facet-texts.ts';
import type { PartContext } from './part.ts';

export { facetCss as css } from './facet-styles.ts';

export type FacetBar = {
  readonly element: HTMLElement;
  /** Shows the facets of an answer. Panels stay open and the focus stays where it is. */
  readonly update: (facets: readonly Facet[], count: number) => void;
};

type Entry = { readonly button: HTMLElement; readonly panel: HTMLElement };

/** A row of facets, each with a panel. Choosing calls `apply` with the filter of all choices. */
export const createFacetBar = (base: PartContext, apply: (filter: string | null) => void): FacetBar => {
  const context: PanelContext = { ...base, texts: base.pick(facetTexts) };
  const { create, texts } = context;
  const choices = new Map<string, FacetChoice>();
  const entries = new Map<string, Entry>();
  const clear = create('button', 'clear', [texts.clear], { type: 'button', hidden: '' });
  const status = create('p', 'count', [], { role: 'status' });
  const element = create('div', 'facets', [clear, status], { role: 'group', 'aria-label': texts.filters });

  const change = (): void => apply(writeFilter(choices));
  clear.addEventListener('click', () => {
    choices.clear();
    entries.values().next().value?.button.focus();
    change();
  });

  const addEntry = (name: string, label: string): Entry => {
    const panel = create('div', 'panel', [], { popover: '' });
    const button = create('button', 'facet', [label], { type: 'button' });
    // The browser then knows that the button belongs to the panel: it says so to screen readers, and a click on the
    // button of an open panel closes it instead of opening it again.
    if (button instanceof HTMLButtonElement) button.popoverTargetElement = panel;
    for (const moment of ['beforetoggle', 'toggle'])
      panel.addEventListener(moment, () => placePanel(panel, button));
    panel.addEventListener('toggle', () => keepFocus(panel, button));
    const entry = { button, panel };
    entries.set(name, entry);
    clear.before(button, panel);
    return entry;
  };

  const showFacet = (facet: Facet): void => {
    const name = facet.name ?? '';
    const label = facet.displayName || name;
    const choice = choices.get(name);
    const controls = createControls(facet, choice, context, (next) => {
      choices.set(name, next);
      change();
    });
    if (name === '' || (controls.length === 0 && !entries.has(name))) return;
    const { button, panel } = entries.get(name) ?? addEntry(name, label);
    button.hidden = controls.length === 0;
    panel.replaceChildren(
      create('fieldset', 'facet-group', [create('legend', 'facet-name', [label]), ...controls]),
    );
    const size = choice?.kind === 'values' ? choice.values.length : 1;
    if (choice && isChosen(choice)) button.setAttribute('data-count', String(size));
    else button.removeAttribute('data-count');
  };

  return {
    element,
    update: (facets, count) => {
      const shown = new Set(facets.map(({ name }) => name));
      for (const [name, { button }] of entries) button.hidden = !shown.has(name);
      for (const facet of facets) showFacet(facet);
      clear.hidden = ![...choices.values()].some(isChosen);
      status.textContent = describeCount(count, texts, context.language);
    },
  };
};

/** Under its button, inside the width of the page. An absolute place scrolls with the page. Its width is 0 until it is open. */
const placePanel = (panel: HTMLElement, button: HTMLElement): void => {
  const { left, right, bottom } = button.getBoundingClientRect();
  const isRightToLeft = getComputedStyle(button).direction === 'rtl';
  const wanted = isRightToLeft ? right - panel.offsetWidth : left;
  const most = document.documentElement.clientWidth - panel.offsetWidth - 8;
  panel.style.left = `${Math.max(8, Math.min(wanted, most)) + scrollX}px`;
  panel.style.top = `${bottom + scrollY + 6}px`;
};

/**
 * A panel that closes gives the focus to its button, unless the shopper has put it elsewhere. The browser itself does so
 * only where the control that has the focus was there when the panel opened.
 */
const keepFocus = (panel: HTMLElement, button: HTMLElement): void => {
  if (panel.matches(':popover-open')) return;
  const root = panel.getRootNode();
  const isInside = root instanceof ShadowRoot && panel.contains(root.activeElement);
  if (isInside || document.activeElement === document.body) button.focus({ preventScroll: true });
};
