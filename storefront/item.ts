import { createElement } from './dom.ts';
import type { Parts } from './load-parts.ts';
import { textsFor } from './texts.ts';
import { createContent, createLink } from './tile.ts';
import type { Settings } from './settings.ts';
import type { Item, ListKind } from './model/view.ts';

export type ItemContext = {
  readonly host: HTMLElement;
  readonly shape: ListKind['shape'];
  readonly settings: Settings;
  readonly template: Parts['template'];
  readonly select: (item: Item, position: number, event: Event) => void;
};

const ownSlot = 'kindred-item-';

/** Removes what a template added to the page for the list before. */
export const removeTemplateItems = (host: HTMLElement): void => {
  for (const old of host.querySelectorAll(`:scope > [slot^="${ownSlot}"]`)) old.remove();
};

/** Lies in the page, not in the shadow tree: there the shop's own styles apply. */
const createTemplateItem = (item: Item, position: number, context: ItemContext): HTMLElement | null => {
  const { host, settings, template } = context;
  if (settings.template === null || template === null) return null;
  const slot = `${ownSlot}${position}`;
  const holder = document.createElement('div');
  holder.slot = slot;
  holder.append(template.fillTemplate(settings.template, item.fields));
  host.append(holder);
  const links = holder.querySelectorAll('a[data-kindred="url"]');
  for (const link of links) link.addEventListener('click', (event) => context.select(item, position, event));
  const content = createElement('slot', '', [], { name: slot });
  return links.length > 0 ? content : createSelectable(item, position, context, [content]);
};

const createSelectable = (
  item: Item,
  position: number,
  { select }: ItemContext,
  content: readonly (Node | string)[],
): HTMLElement => {
  const link = createLink(item.url, content);
  link.addEventListener('click', (event) => select(item, position, event));
  return link;
};

export const createItem = (item: Item, at: number, context: ItemContext): HTMLElement => {
  const { shape, settings } = context;
  const texts = textsFor(settings);
  const content =
    createTemplateItem(item, at + 1, context) ??
    createSelectable(item, at + 1, context, createContent(shape, item, texts));
  return createElement('li', 'item', [content]);
};
