import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type DocsSection, renderMarkdown, type ResolveLink } from './markdown.ts';

export type DocsPage = {
  /** Below /docs: `guides/own-feed`. */
  readonly path: string;
  readonly title: string;
  readonly html: string;
  readonly sections: readonly DocsSection[];
};

export type DocsGroup = { readonly title: string; readonly pages: readonly DocsPage[] };

/** Guides in the order of a first visit; others follow by name. */
const guideOrder = ['own-feed', 'moving-in', 'tune-look-alikes', 'campaigns', 'production'];

/** Pages of the docs folder that speak to users. Pages for contributors are read in the repository. */
const groups: readonly { readonly title: string; readonly names: readonly string[] }[] = [
  { title: 'Elements', names: ['storefront'] },
  { title: 'Running it', names: ['operations', 'security', 'reliability', 'scale', 'looks'] },
];

const listGuides = (folder: string): string[] => {
  const guides = join(folder, 'guides');
  if (!existsSync(guides)) return [];
  const names = readdirSync(guides)
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length));
  const rank = (name: string): number => (guideOrder.indexOf(name) + 1 || guideOrder.length + 1) - 1;
  return names.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1)).map((name) => `guides/${name}`);
};

/** Links between files become links between pages; other hosts stay; other files of the repository are no links. */
const createResolver =
  (known: ReadonlySet<string>, from: string): ResolveLink =>
  (target) => {
    if (/^https?:\/\//.test(target)) return target;
    if (/^[a-z][a-z+.-]*:/i.test(target)) return null;
    if (target.startsWith('#') || target.startsWith('/')) return target;
    const [file = '', hash] = target.split('#', 2);
    const path = posix.join(posix.dirname(from), file);
    const anchor = hash === undefined ? '' : `#${hash}`;
    if (known.has(path.replace(/\.md$/, ''))) return `/docs/${path.replace(/\.md$/, '')}${anchor}`;
    return /^pictures\/[a-z0-9-]+\.png$/.test(path) ? `/docs/${path}` : null;
  };

/** Reads and renders the pages once. A folder that was not installed gives no pages. */
export const readDocsPages = (folder: string): DocsGroup[] => {
  const planned = [{ title: 'Guides', names: listGuides(folder) }, ...groups].map(({ title, names }) => ({
    title,
    names: names.filter((name) => existsSync(join(folder, `${name}.md`))),
  }));
  const known = new Set(planned.flatMap(({ names }) => names));
  const read = (path: string): DocsPage => ({
    path,
    ...renderMarkdown(readFileSync(join(folder, `${path}.md`), 'utf8'), createResolver(known, path)),
  });
  return planned
    .filter(({ names }) => names.length > 0)
    .map(({ title, names }) => ({ title, pages: names.map(read) }));
};
