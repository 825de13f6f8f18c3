/*
 * <kindred-look-alikes tracker="…" key="…" identifier="…">
 * <kindred-related-keywords tracker="…" key="…" pattern="…">
 * <kindred-photo-search tracker="…" key="…">
 *
 * Two lists for a shop's pages, and a search by picture. They call only the service that served this module, unless `base` says
 * otherwise. docs/storefront.md lists attributes, custom properties, parts and events.
 */
import { createListElement } from './list-element.ts';
import { lookAlikes } from './look-alikes.ts';
import { PhotoSearchElement } from './photo-element.ts';
import { relatedKeywords } from './related-keywords.ts';

const elements = { 'kindred-look-alikes': lookAlikes, 'kindred-related-keywords': relatedKeywords };

// A page may load the module twice; an element name can be defined only once.
for (const [name, kind] of Object.entries(elements))
  if (!customElements.get(name)) customElements.define(name, createListElement(kind));
if (!customElements.get('kindred-photo-search'))
  customElements.define('kindred-photo-search', PhotoSearchElement);
