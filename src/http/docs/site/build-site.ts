import type { JsonObject } from '../../schema/json.ts';
import { listOperations } from '../api/api-document.ts';
import { renderApi } from '../api/page.ts';
import { renderDocsHome } from './home.ts';
import { type DocsGroup, readDocsPages } from './read-pages.ts';
import { createSearchIndex } from './search-index.ts';

export type SiteNeeds = {
  /** Markdown files; part of every installation. */
  readonly folder: string;
  /** The OpenAPI document of the operations and events. */
  readonly service: JsonObject;
  /** The OpenAPI document of live changes. */
  readonly productData: JsonObject;
};

export type SitePage = { readonly title: string; readonly content: string; readonly contents?: string };

export type Site = {
  readonly groups: readonly DocsGroup[];
  /** By path below /docs; the first page has an empty one. */
  readonly pages: ReadonlyMap<string, SitePage>;
  /** The index of the search, as JSON. */
  readonly search: string;
};

/** Renders every page. Takes most of a second. */
export const buildSite = ({ folder, service, productData }: SiteNeeds): Site => {
  const groups = readDocsPages(folder);
  const operations = [...listOperations(service), ...listOperations(productData)];
  return {
    groups,
    pages: new Map<string, SitePage>([
      ['', { title: 'Docs', content: renderDocsHome(groups) }],
      ['api', { title: 'API', ...renderApi({ service, productData }) }],
      ...groups.flatMap((group) =>
        group.pages.map(({ path, title, html }): [string, SitePage] => [path, { title, content: html }]),
      ),
    ]),
    search: JSON.stringify(createSearchIndex(groups, operations)),
  };
};
