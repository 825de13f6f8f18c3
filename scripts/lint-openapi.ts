// Lints every OpenAPI document that the service serves, with redocly and Spectral. A warning fails.
// Neither uses the network: redocly's telemetry and its search for updates are switched off.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminOpenApiDocument } from '../src/http/admin/openapi.ts';
import { toOpenApi30 } from '../src/http/openapi/openapi-3.0.ts';
import { openApiDocument } from '../src/http/openapi/openapi.ts';
import { productDataDocument } from '../src/http/product-data/openapi.ts';

const root = join(import.meta.dirname, '..');
const rules = (file: string): string => join(import.meta.dirname, 'openapi-lint', file);

const documents = {
  'openapi.json': openApiDocument(),
  'openapi-3.0.json': toOpenApi30(openApiDocument('https://kindred.example')),
  'product-data.json': productDataDocument(),
  'admin.json': adminOpenApiDocument(),
};

const folder = mkdtempSync(join(tmpdir(), 'kindred-openapi-'));
const files = Object.entries(documents).map(([name, document]) => {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(document, null, 2));
  return file;
});

const lint = (program: string, args: readonly string[]): boolean => {
  const { status, stdout, stderr, error } = spawnSync(join(root, 'node_modules', '.bin', program), args, {
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  const isClean = status === 0;
  if (!isClean) console.error(error?.message ?? `${stdout}${stderr}`);
  console.log(`${program}: ${files.length} documents, ${isClean ? 'no problems' : 'problems'}`);
  return isClean;
};

try {
  const results = [
    lint('redocly', ['lint', '--config', rules('redocly.yaml'), '--format', 'stylish', ...files]),
    lint('spectral', ['lint', '--ruleset', rules('spectral.yaml'), '--fail-severity', 'warn', ...files]),
  ];
  process.exitCode = results.every(Boolean) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
