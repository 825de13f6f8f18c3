import type { DocumentedOperation } from '../api/api-document.ts';
import type { DocsGroup } from './read-pages.ts';

/** An entry of the search: a section of a page, or an operation of the API. */
export type SearchEntry = {
  readonly page: string;
  readonly title: string;
  readonly address: string;
  readonly text: string;
};

/** Characters of a section that are searched: the index is loaded by the first search of a visitor. */
const textLength = 700;

export const createSearchIndex = (
  groups: readonly DocsGroup[],
  operations: readonly DocumentedOperation[],
): SearchEntry[] => [
  ...groups.flatMap(({ pages }) =>
    pages.flatMap(({ title: page, path, sections }) =>
      sections.map(({ id, title, text }) => ({
        page,
        title,
        address: `/docs/${path}${id === '' ? '' : `#${id}`}`,
        text: text.slice(0, textLength),
      })),
    ),
  ),
  ...operations.map(({ operationId, summary, method, path, description = '', parameters = [] }) => ({
    page: 'API',
    title: summary,
    address: `/docs/api#${operationId}`,
    text: [method, path, description, ...parameters.map(({ name }) => name)].join(' ').slice(0, textLength),
  })),
];
