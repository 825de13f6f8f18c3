// Writes the types of the TypeScript client from openapi.json. `--check` writes nothing and fails when they differ.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';

const root = join(import.meta.dirname, '..');
const target = join(root, 'clients', 'typescript', 'src', 'openapi.ts');

const ast = await openapiTypescript(readFileSync(join(root, 'openapi.json'), 'utf8'));
const text = `// Generated from openapi.json by scripts/write-client-types.ts. Do not edit.\n${astToString(ast)}`;

if (!process.argv.includes('--check')) {
  writeFileSync(target, text);
} else if (readFileSync(target, 'utf8') !== text) {
  console.error('clients/typescript/src/openapi.ts does not match openapi.json. Run: npm run openapi');
  process.exitCode = 1;
}
