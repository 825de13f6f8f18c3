// Writes openapi.json from the schemas. `--check` writes nothing and fails when the file differs.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '../src/http/openapi.ts';

const file = join(import.meta.dirname, '..', 'openapi.json');
const wanted = `${JSON.stringify(openApiDocument(), null, 2)}\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, wanted);
} else if (readFileSync(file, 'utf8') !== wanted) {
  console.error('openapi.json is not what the schemas say. Run: node scripts/write-openapi.ts');
  process.exitCode = 1;
}
