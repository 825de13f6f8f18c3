import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { JsonObject } from '../schema/json.ts';
import { writeApiPage } from './api-page.ts';
import { type RenderedMarkdown, renderMarkdown, type ResolveLink } from './markdown.ts';

export type DocsPage = RenderedMarkdown & {
  /** Below /docs: `guides/own-feed`. */
  readonly path: string;
};

export type DocsGroup = { readonly title: string; readonly pages: readonly DocsPage[] };

export type SiteNeeds = {
  /** Markdown files; part of every installation. */
  readonly folder: string;
  /** The OpenAPI documents of the page about the API. */
  readonly documents: readonly JsonObject[];
};

export type SearchEntry = {
  readonly page: string;
  readonly title: string;
  readonly address: string;
  readonly text: string;
};

/** Pages of the docs folder that speak to users. Pages for contributors are read in the repository. */
const groups: readonly { readonly title: string; readonly names: readonly string[] }[] = [
  { title: 'Reference', names: ['api', 'storefront', 'clients'] },
  {
    title: 'Guides',
    names: ['own-feed', 'moving-in', 'tune-look-alikes', 'campaigns', 'languages', 'production'].map(
      (name) => `guides/${name}`,
    ),
  },
  {
    title: 'Running it',
    names: ['operations', 'security', 'reliability', 'performance', 'scale', 'looks', 'analytics', 'alerts'],
  },
];

const paths = new Set(groups.flatMap(({ names }) => names));

/** Links between files become links between pages; other hosts stay; other files of the repository are no links. */
const createResolver =
  (from: string): ResolveLink =>
  (target) => {
    if (/^(https?:\/\/|[#/])/.test(target)) return target;
    if (/^[a-z][a-z+.-]*:/i.test(target)) return null;
    const [file = '', hash] = target.split('#', 2);
    const path = posix.join(posix.dirname(from), file);
    const page = path.replace(/\.md$/, '');
    if (paths.has(page)) return `/docs/${page}${hash === undefined ? '' : `#${hash}`}`;
    return /^pictures\/[a-z0-9-]+\.png$/.test(path) ? `/docs/${path}` : null;
  };

/** Renders every page; a file that was not installed is no page. Takes most of a second. */
export const buildSite = ({ folder, documents }: SiteNeeds): DocsGroup[] =>
  groups.map(({ title, names }) => ({
    title,
    pages: names
      .filter((path) => existsSync(join(folder, `${path}.md`)))
      .map((path) => {
        const text = readFileSync(join(folder, `${path}.md`), 'utf8');
        const full = path === 'api' ? writeApiPage(text, documents) : text;
        return { path, ...renderMarkdown(full, createResolver(path)) };
      }),
  }));

/** Characters of a section that are searched: the index is loaded by the first search of a visitor. */
const searchedLength = 700;

export const createSearchIndex = (site: readonly DocsGroup[]): SearchEntry[] =>
  site
    .flatMap(({ pages }) => pages)
    .flatMap(({ title: page, path, sections }) =>
      sections.map(({ id, title, text }) => ({
        page,
        title,
        address: `/docs/${path}${id === '' ? '' : `#${id}`}`,
        text: text.slice(0, searchedLength),
      })),
    );

const buildInThread = (needs: SiteNeeds): Promise<DocsGroup[]> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./site-worker.ts', import.meta.url), { workerData: needs });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The thread that renders the docs ended with ${code}.`)));
  });

/**
 * The site, built in a thread when it is asked for the first time: a start does not wait for it, nor do other requests.
 * After a failure the next request tries again.
 */
export const createSite = (needs: SiteNeeds): (() => Promise<DocsGroup[]>) => {
  let site: Promise<DocsGroup[]> | null = null;
  return () => {
    site ??= buildInThread(needs).catch((error: unknown) => {
      site = null;
      throw error;
    });
    return site;
  };
};
