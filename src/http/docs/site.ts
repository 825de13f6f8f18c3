import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { memoizeAsync } from '../../domain/memoize.ts';
import { runInThread } from '../../thread-work.ts';
import type { JsonObject } from '../schema/json.ts';
import { writeApiPage } from './api-page.ts';
import { type RenderedMarkdown, renderMarkdown, type ResolveLink } from './markdown.ts';

export type DocsPage = RenderedMarkdown & {
  /** Below /docs: `guides/own-feed`. */
  readonly path: string;
  /** One sentence for the overview. */
  readonly summary: string;
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
const groups: readonly { readonly title: string; readonly pages: Readonly<Record<string, string>> }[] = [
  {
    title: 'For merchandisers',
    pages: {
      'guides/first-catalogue': 'Upload a feed, check its mapping, import it, and add the pictures.',
      'guides/first-campaign': 'Pin a product, choose where it applies, review it and publish it.',
      'guides/reading-analytics': 'What each figure counts, and what to do about searches that find nothing.',
      glossary: 'What the words in the portal and on these pages mean.',
    },
  },
  {
    title: 'For developers',
    pages: {
      'guides/own-feed': 'From an empty machine to answers about your own products.',
      'guides/moving-in': 'Keep the calls of your shop when you move from a vendor with the same API.',
      'guides/tune-look-alikes': 'Choose what counts as alike, and measure whether the lists get better.',
      'guides/search-by-picture': 'A shopper has a photo and wants to know what you sell that looks like it.',
      'guides/campaigns': 'One example of each kind of campaign.',
      'guides/languages': 'One website for each language, from one declaration.',
      'guides/production': 'A service or a container, behind a proxy, with backups and alerts.',
    },
  },
  {
    title: 'Reference',
    pages: {
      api: 'Every parameter, field and status of the operations, with forms to try them.',
      storefront: 'Elements that show look-alikes and related keywords in your pages.',
      clients: 'Packages for Node, for bundlers and for servers that render pages.',
      analytics: 'How calls, clicks, baskets, orders and experiments are counted.',
      alerts: 'Messages when an import fails or waits, or a box finds nothing.',
      looks: 'How pictures, colours and titles are compared.',
    },
  },
  {
    title: 'Operations',
    pages: {
      operations: 'Settings, monitoring, backups and upgrades.',
      security: 'How a shop is protected, how to configure it, and which requirements are met.',
      reliability:
        'What is guaranteed when machines, disks, feeds or clients fail, and the test behind each guarantee.',
      performance: 'What to expect, and how to measure it on your machine.',
      scale: 'Several machines with a database and object storage, and the limits.',
    },
  },
];

const paths = new Set(groups.flatMap(({ pages }) => Object.keys(pages)));

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
  groups.map(({ title, pages }) => ({
    title,
    pages: Object.entries(pages)
      .filter(([path]) => existsSync(join(folder, `${path}.md`)))
      .map(([path, summary]) => {
        const text = readFileSync(join(folder, `${path}.md`), 'utf8');
        const full = path === 'api' ? writeApiPage(text, documents) : text;
        return { path, summary, ...renderMarkdown(full, createResolver(path)) };
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

/**
 * The site, built in a thread when it is asked for the first time: a start does not wait for it, nor do other requests.
 * After a failure the next request tries again.
 */
export const createSite = (needs: SiteNeeds): (() => Promise<DocsGroup[]>) =>
  memoizeAsync(() => runInThread<DocsGroup[]>(new URL('./site-worker.ts', import.meta.url), needs));
