import type { Website } from './website.ts';

/** A search term whose shoppers are sent to another page of the shop. */
export type TermRedirect = Website['redirects'][number];
