// Writes what the TypeScript client takes from the rest of the project: its types from the OpenAPI documents, and the styles
// of the elements for pages that a server renders. `--check` writes nothing and fails when they differ.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { productDataDocument } from '../src/http/product-data/openapi.ts';
import { css } from '../storefront/styles.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'clients', 'typescript', 'src');

const writeTypes = async (document: string): Promise<string> =>
  astToString(await openapiTypescript(document));
const head = (source: string): string =>
  `// Generated from ${source} by scripts/write-client-types.ts. Do not edit.\n`;
const texts = {
  'openapi.ts': {
    source: 'openapi.json',
    text: await writeTypes(readFileSync(join(root, 'openapi.json'), 'utf8')),
  },
  'openapi-product-data.ts': {
    source: 'src/http/product-data/openapi.ts',
    text: await writeTypes(JSON.stringify(productDataDocument())),
  },
  'element-styles.ts': { source: 'storefront/styles.ts', text: `export const css = \`${css}\`;\n` },
};

for (const [name, { source, text }] of Object.entries(texts)) {
  const target = join(folder, name);
  const content = head(source) + text;
  if (!process.argv.includes('--check')) {
    writeFileSync(target, content);
  } else if (readFileSync(target, 'utf8') !== content) {
    console.error(`clients/typescript/src/${name} does not match ${source}. Run: npm run openapi`);
    process.exitCode = 1;
  }
}
