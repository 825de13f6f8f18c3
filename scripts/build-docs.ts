// Writes the pages of /docs as a static site: `npm run docs` [-- folder]. Serve the folder at the root of a host.
import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { renderDocsLayout } from '../src/http/docs/layout.ts';
import { docsFiles } from '../src/http/docs/routes.ts';
import { buildSite, createSearchIndex } from '../src/http/docs/site.ts';
import { openApiDocument } from '../src/http/openapi/openapi.ts';
import { productDataDocument } from '../src/http/product-data/openapi.ts';
import { declarationJsonSchema } from '../src/declare/schema/declaration-schema.ts';
import { adminOpenApiDocument } from '../src/http/admin/openapi.ts';

const root = join(import.meta.dirname, '..');

export const writeDocsSite = (target: string): string[] => {
  const docs = join(root, 'docs');
  const [service, productData] = [openApiDocument(), productDataDocument()];
  const site = buildSite({ folder: docs, documents: [service, productData] });
  const pages = site.flatMap(({ pages: each }) => each);
  const layout = { site, maySignedIn: false, isStatic: true };
  const files: Readonly<Record<string, string>> = {
    'index.html':
      '<!doctype html><title>Kindred</title><meta http-equiv="refresh" content="0; url=/docs/">\n',
    'docs/index.html': renderDocsLayout({ ...layout, page: null }),
    ...Object.fromEntries(
      pages.map((page) => [`docs/${page.path}/index.html`, renderDocsLayout({ ...layout, page })]),
    ),
    'docs/search.json': JSON.stringify(createSearchIndex(site)),
    ...Object.fromEntries(
      Object.entries(docsFiles({ service, productData, applySchema: declarationJsonSchema() })).map(
        ([path, { write }]) => [path.slice(1), write()],
      ),
    ),
    'productData/openapi.json': JSON.stringify(productData),
    'admin/openapi.json': JSON.stringify(adminOpenApiDocument()),
  };
  const copies: Readonly<Record<string, string>> = {
    'portal/favicon.svg': 'portal/public/favicon.svg',
    'portal/figtree.woff2': 'node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
  };
  rmSync(target, { recursive: true, force: true });
  for (const name of [...Object.keys(files), ...Object.keys(copies)])
    mkdirSync(dirname(join(target, name)), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(target, name), text);
  for (const [name, from] of Object.entries(copies)) copyFileSync(join(root, from), join(target, name));
  cpSync(join(docs, 'pictures'), join(target, 'docs', 'pictures'), { recursive: true });
  return Object.keys(files);
};

if (import.meta.main) {
  const target = process.argv[2] ?? join(root, 'dist', 'site');
  console.log(`${writeDocsSite(target).length} files in ${target}`);
}
