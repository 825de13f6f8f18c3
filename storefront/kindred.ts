/*
 * <kindred-look-alikes tracker="…" key="…" identifier="…">
 * <kindred-related-keywords tracker="…" key="…" pattern="…">
 *
 * Two lists for a shop's pages. They ask the service they came from and nobody else. docs/storefront.md says
 * what can be set, styled and listened to.
 */
import { createListElement } from './list-element.ts';
import { lookAlikes } from './look-alikes.ts';
import { relatedKeywords } from './related-keywords.ts';

const elements = { 'kindred-look-alikes': lookAlikes, 'kindred-related-keywords': relatedKeywords };

// A page may load the module twice; a name can be given once.
for (const [name, kind] of Object.entries(elements))
  if (!customElements.get(name)) customElements.define(name, createListElement(kind));
