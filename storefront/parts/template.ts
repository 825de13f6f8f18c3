import type { Fields } from '../model/view.ts';

/**
 * A copy of the page's template with the fields of one item: `data-kindred="price"` takes the text of a field, on an
 * image its address, on a link the address it leads to. What has no value is left out.
 */
export const fillTemplate = (template: HTMLTemplateElement, fields: Fields): DocumentFragment => {
  const copy = document.importNode(template.content, true);
  for (const place of copy.querySelectorAll<HTMLElement>('[data-kindred]')) {
    const value = fields[place.dataset['kindred'] ?? ''] ?? '';
    if (value === '') place.remove();
    else if (place instanceof HTMLImageElement) place.src = value;
    else if (place instanceof HTMLAnchorElement && place.dataset['kindred'] === 'url') place.href = value;
    else place.textContent = value;
  }
  return copy;
};
