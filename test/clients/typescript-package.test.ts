import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build, type Rolldown } from 'vite';
import { openShop, type Shop } from '../support/http/shop.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const bin = (name: string): string => join(root, 'node_modules', '.bin', name);

let folder: string;
let shop: Shop;
let url: string;

/** Packs the package as it would be published and installs the tarball into an empty project. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-client-'));
  const source = join(folder, 'package');
  await cp(join(root, 'clients', 'typescript'), source, { recursive: true });
  await run(bin('tsc'), ['--project', source]);
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: source });
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${packed?.filename ?? ''}`], {
    cwd: folder,
  });
  shop = await openShop();
  url = await shop.app.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the published package', () => {
  it('holds built files, types and a README, and no sources', async () => {
    const installed = join(folder, 'node_modules', 'kindred-client');
    const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as {
      exports: { '.': { types: string; default: string } };
    };
    const types = await readFile(join(installed, manifest.exports['.'].types), 'utf8');
    expect(types).toContain('createClient');
    await expect(readFile(join(installed, 'src', 'client.ts'))).rejects.toThrow('ENOENT');
    expect(await readFile(join(installed, 'README.md'), 'utf8')).toContain('createClient');
  });

  it('answers both operations against a running service', async () => {
    const { search, relatedKeywords, key } = shop.north;
    const script = `
      import { createClient } from 'kindred-client';
      const kindred = createClient({ baseUrl: ${JSON.stringify(url)}, key: ${JSON.stringify(key)} });
      const search = { btr: ${JSON.stringify(search.tracker)}, identifier: 'p0', top: 3 };
      const first = await kindred.imageSearch(search);
      const second = await kindred.imageSearch(search);
      const related = await kindred.relatedKeywords({ btr: ${JSON.stringify(relatedKeywords.tracker)}, pattern: 'shirt' });
      const refused = await kindred.imageSearch({ btr: 'none', identifier: 'x' }).catch((error) => error);
      console.log(JSON.stringify({
        status: first.body.resultStatus, pageSize: first.body.pageSize, version: first.version,
        fromCache: [first.fromCache, second.fromCache], suggestions: related.body.suggestions?.length ?? 0,
        refused: [refused.name, refused.kind, refused.status],
      }));`;
    await writeFile(join(folder, 'use.js'), script);
    const { stdout } = await run(process.execPath, ['use.js'], { cwd: folder });
    const result = JSON.parse(stdout) as Record<string, unknown>;
    expect(result).toMatchObject({
      status: 'resultFound',
      pageSize: 3,
      fromCache: [false, true],
      refused: ['KindredError', 'refused', 400],
    });
    expect(result.suggestions).toBeGreaterThan(0);
    expect(result.version).toEqual(expect.any(String));
  });

  it('type checks in a strict project, and refuses a misspelt parameter', async () => {
    const options = [
      '--strict',
      '--noEmit',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--lib',
      'es2022,dom',
    ];
    const head =
      "import { createClient } from 'kindred-client';\nconst k = createClient({ baseUrl: '', key: '' });\n";
    await writeFile(
      join(folder, 'good.ts'),
      `${head}const { body } = await k.imageSearch({ btr: '', identifier: '' });\nexport const n: number = body.resultCount;\n`,
    );
    await writeFile(join(folder, 'bad.ts'), `${head}await k.imageSearch({ btr: '', identifer: '' });\n`);
    const compile = (file: string) => run(bin('tsc'), [...options, file], { cwd: folder });
    await compile('good.ts');
    const failure: unknown = await compile('bad.ts').catch((error: unknown) => error);
    expect(failure).toHaveProperty('stdout');
    expect(JSON.stringify(failure)).toContain('identifer');
  });

  it('is at most 5 kB compressed in a bundle', async () => {
    const entry = join(folder, 'node_modules', 'kindred-client', 'dist', 'client.js');
    const result = await build({
      configFile: false,
      logLevel: 'error',
      root: folder,
      build: { write: false, minify: true, lib: { entry, formats: ['es'] } },
    });
    const [output] = result as Rolldown.RolldownOutput[];
    const code = output?.output[0].code ?? '';
    expect(code).toContain('If-None-Match'.toLowerCase());
    expect(gzipSync(code).length).toBeLessThanOrEqual(5 * 1024);
  });
});
