import { readService, type Service } from './service.ts';
import { findLanguage, readOwnTexts } from './texts.ts';
import type { ElementTexts } from './model/attributes.ts';
import type { ListKind } from './model/view.ts';

const defaults = { limit: 8, timeoutMs: 10_000, headingLevel: 2 } as const;
const maximumLimit = 100;

/** The attributes of an element, read once for each load. */
export type Settings = {
  readonly service: Service;
  readonly tracker: string;
  /** The product or the search text. */
  readonly subject: string;
  readonly limit: number;
  readonly timeoutMs: number;
  readonly layout: 'grid' | 'carousel';
  readonly heading: string | null;
  readonly headingLevel: number;
  readonly language: string;
  readonly ownTexts: ElementTexts;
  readonly currency: string | null;
  readonly hasFacets: boolean;
  readonly template: HTMLTemplateElement | null;
};

const readWhole = (text: string | null, fallback: number, maximum: number): number => {
  const number = Number.parseInt(text ?? '', 10);
  return number >= 1 ? Math.min(number, maximum) : fallback;
};

export const readSettings = (element: HTMLElement, kind: ListKind): Settings => {
  const read = (name: string): string | null => element.getAttribute(name);
  return {
    service: readService(element),
    tracker: read('tracker') ?? '',
    subject: read(kind.parameter) ?? '',
    limit: readWhole(read('limit'), defaults.limit, maximumLimit),
    timeoutMs: readWhole(read('timeout'), defaults.timeoutMs, Number.MAX_SAFE_INTEGER),
    layout: read('layout') === 'carousel' ? 'carousel' : 'grid',
    heading: read('heading'),
    headingLevel: readWhole(read('heading-level'), defaults.headingLevel, 6),
    language: findLanguage(element),
    ownTexts: readOwnTexts(element),
    currency: read('currency'),
    hasFacets: kind.shape === 'tile' && element.hasAttribute('facets'),
    template: element.querySelector<HTMLTemplateElement>(':scope > template'),
  };
};

/** Null unless the page gave the shopper a pseudonym and does not deny consent. */
export const readShopper = (element: Element): string | null =>
  element.getAttribute('consent') === 'denied' ? null : element.getAttribute('shopper') || null;
