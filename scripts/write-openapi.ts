// Writes the two OpenAPI documents from the schemas. `--check` writes nothing and fails when a file differs.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { adminOpenApiDocument } from '../src/http/admin/openapi.ts';
import { openApiDocument } from '../src/http/openapi/openapi.ts';

const documents = { 'openapi.json': openApiDocument(), 'openapi.admin.json': adminOpenApiDocument() };

for (const [name, document] of Object.entries(documents)) {
  const file = join(import.meta.dirname, '..', name);
  const wanted = `${JSON.stringify(document, null, 2)}\n`;
  if (!process.argv.includes('--check')) {
    writeFileSync(file, wanted);
  } else if (readFileSync(file, 'utf8') !== wanted) {
    console.error(`${name} does not match the schemas. Run: npm run openapi`);
    process.exitCode = 1;
  }
}
