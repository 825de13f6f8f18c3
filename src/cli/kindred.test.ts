import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runInProcess } from '../../test/support/cli/run-in-process.ts';
import { release } from '../release.ts';

const entry = join(import.meta.dirname, '..', '..', 'bin', 'kindred.js');

const before = process.cwd();
let folder: string;
let dataDir: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-cli-'));
  dataDir = join(folder, 'data');
  await writeFile(join(folder, 'shop.json'), JSON.stringify(declaration));
  await writeFile(
    join(folder, 'products.ndjson'),
    products(30)
      .map((row) => JSON.stringify(row))
      .join('\n'),
  );
  await writeFile(join(folder, 'searches.csv'), 'keyword,count\nred lamp,40\nlamp,90\nblue mug,12\n');
  vi.stubEnv('KINDRED_DATA', dataDir);
  process.chdir(folder);
});
afterAll(async () => {
  process.chdir(before);
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

type Ran = { readonly code: number | null; readonly out: string; readonly err: string };

/** The real program in a process of its own, as a person would start it. */
const startKindred = (...words: string[]): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [entry, ...words], { env: { ...process.env, NODE_OPTIONS: '' } });
    let out = '';
    let err = '';
    child.stdout.on('data', (piece: Buffer) => (out += piece.toString()));
    child.stderr.on('data', (piece: Buffer) => (err += piece.toString()));
    child.on('error', reject).on('close', (code) => resolve({ code, out, err }));
  });

/** The same in this process, which is many times faster. */
const kindred = (...words: string[]): Promise<Ran> => runInProcess(words);

/** With `--json`; stdout must be one document. */
const json = async (...words: string[]): Promise<Ran & { value: never }> => {
  const ran = await kindred(...words, '--json');
  return { ...ran, value: JSON.parse(ran.out) as never };
};

const declaration = {
  website: { name: 'shop', displayName: 'Shop', language: 'en', url: 'https://shop.example' },
  datasets: [
    {
      name: 'catalogue',
      kind: 'products',
      source: { file: 'products.ndjson' },
      fields: [{ name: 'url', template: 'https://shop.example/p/{id}' }],
    },
    { name: 'searches', kind: 'keywords', products: 'catalogue' },
  ],
  boxes: [
    { name: 'similar', kind: 'search', dataset: 'catalogue', facets: ['colour', 'price'] },
    {
      name: 'related',
      kind: 'relatedKeywords',
      dataset: 'searches',
      url: 'https://shop.example/s?q={keyword}',
    },
  ],
  subscriptions: [{ name: 'shop', kind: 'secret' }],
};

const products = (count: number) =>
  Array.from({ length: count }, (_, place) => ({
    id: `p${place}`,
    name: `${place % 2 ? 'Red' : 'Blue'} ${place % 3 ? 'lamp' : 'mug'} ${place}`,
    price: place + 1,
    category: place % 3 ? 'Home/Lamps' : 'Home/Mugs',
    colour: place % 2 ? 'red' : 'blue',
  }));

type Applied = {
  boxes: { tracker: string }[];
  datasets: { tracker: string; change: string }[];
  subscriptions: { change: string; keys?: { primary: string } }[];
};

describe('command line', () => {
  it('prints help with examples, and suggests similar commands', async () => {
    const help = await startKindred('--help');
    expect(help.code).toBe(0);
    for (const command of ['serve', 'apply', 'import', 'status', 'key', 'versions', 'rollback', 'doctor']) {
      expect(help.out).toContain(command);
    }
    expect((await startKindred('import', '--help')).out).toContain('Examples:');
    const typo = await startKindred('improt', 'shop/catalogue');
    expect(typo).toMatchObject({ code: 2, out: '' });
    expect(typo.err).toMatch(/import/);
  });

  it('changes nothing in a dry run of apply', async () => {
    const { code, value } = await json('apply', 'shop.json', '--dry-run');
    expect(code).toBe(0);
    expect((value as Applied).subscriptions[0]).toEqual({ name: 'shop', change: 'created' });
    const status = (await json('status')).value as { websites: unknown[] };
    expect(status.websites).toEqual([]);
  });

  it('applies a declaration twice with the same trackers and no new key', async () => {
    const first = (await json('apply', 'shop.json')).value as Applied;
    const second = (await json('apply', 'shop.json')).value as Applied;
    expect(first.subscriptions[0]?.keys?.primary).toMatch(/^kdr_sec_/);
    expect(second.subscriptions[0]).toEqual({ name: 'shop', change: 'unchanged' });
    const trackers = ({ boxes, datasets }: Applied) => [...boxes, ...datasets].map(({ tracker }) => tracker);
    expect(trackers(second)).toEqual(trackers(first));
    expect(second.datasets.map(({ change }) => change)).toEqual(['unchanged', 'unchanged']);
    const third = await kindred('apply', 'shop.json');
    expect(third.out).not.toContain('kdr_');
  });

  it('imports the source of a dataset, and rebuilds its keywords', async () => {
    const { code, out, err } = await startKindred('import', 'shop/catalogue', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      products: 30,
      diff: { added: 30 },
      state: 'published',
    });
    expect(err).toContain('Reading the feed: 30');
  });

  it('imports keyword rows', async () => {
    const { code, value } = await json('import', 'shop/searches', 'searches.csv');
    expect(code).toBe(0);
    expect(value).toMatchObject({ rows: 3, badRows: 0 });
  });

  it('keeps the live version when a feed has lost its products, and names the next step', async () => {
    await writeFile(join(folder, 'half.json'), JSON.stringify({ Products: products(10) }));
    const half = await kindred('import', 'shop/catalogue', 'half.json');
    expect(half).toMatchObject({ code: 6, out: '' });
    expect(half.err).toContain('20 of 30 products (67 %) would vanish');
    expect(half.err).toContain('Next: ');
    const diff = await json('imports', 'shop/catalogue', 'diff');
    expect(diff.value).toMatchObject({ counts: { added: 0, removed: 20 } });
    const { imports } = (await json('imports', 'shop/catalogue')).value as {
      imports: { state: string; version: string }[];
    };
    expect(imports[0]).toMatchObject({ state: 'waiting' });
    const approved = await json('imports', 'shop/catalogue', 'approve');
    expect(approved.value).toMatchObject({
      state: 'published',
      products: 10,
      diff: { removed: 20 },
      version: imports[0]?.version,
    });
  });

  it('rolls back to the version before', async () => {
    const { value } = await json('rollback', 'shop/catalogue');
    const { versions } = (await json('versions', 'shop/catalogue')).value as {
      versions: { live: boolean; version: string; size: number }[];
    };
    expect(versions.find(({ live }) => live)).toMatchObject({
      size: 30,
      version: (value as { live: string }).live,
    });
  });

  it('says its version', async () => {
    expect((await startKindred('--version')).out).toBe(`${release}\n`);
  });

  it('shows what is live', async () => {
    const { value } = await json('status');
    expect(value).toMatchObject({
      websites: [
        { name: 'shop', datasets: [{ name: 'catalogue', live: { size: 30 } }, { name: 'searches' }] },
      ],
    });
    expect((await kindred('status')).out).toMatch(/dataset\s+catalogue\s+products/);
  });

  it('creates, rotates and revokes keys', async () => {
    const created = (await json('key', 'create', 'shop/app', '--kind', 'publishable', '--rate', '5/1'))
      .value as {
      keys: { primary: string; secondary: string };
    };
    expect(created.keys.primary).toMatch(/^kdr_pub_/);
    const { key } = (await json('key', 'rotate', 'shop/app', '--slot', 'secondary')).value as { key: string };
    expect(key).not.toBe(created.keys.secondary);
    expect((await kindred('key', 'create', 'shop/app')).code).toBe(5);
    expect((await kindred('key', 'create', 'shop/other', '--rate', 'fast')).err).toContain('100/10');
    expect((await json('key', 'revoke', 'shop/app')).value).toMatchObject({ state: 'cancelled' });
  });

  const wrong: [string, string[], number, RegExp][] = [
    [
      'a website nobody declared',
      ['import', 'nowhere/catalogue'],
      3,
      /There is no website "nowhere"[\s\S]*Known: shop/,
    ],
    ['a dataset nobody declared', ['versions', 'shop/catalog'], 3, /Known: shop\/catalogue, shop\/searches/],
    ['a name of the wrong form', ['import', 'shop'], 2, /<website>\/<dataset>/],
    ['a feed that is not there', ['import', 'shop/catalogue', 'gone.json'], 3, /gone\.json cannot be read/],
    ['a declaration that is not there', ['apply', 'gone.json'], 3, /cannot be read/],
    ['a missing argument', ['apply'], 2, /missing required argument/i],
    ['an unknown option', ['status', '--jsno'], 2, /--json/],
  ];
  it.each(wrong)(
    'refuses %s with an exit code, the reason and the next step',
    async (_name, words, code, reason) => {
      const ran = await kindred(...words);
      expect(ran.code).toBe(code);
      expect(ran.err).toMatch(reason);
      expect(ran.err).toContain('Next: ');
      const asJson = await json(...words);
      expect(asJson.code).toBe(code);
      expect(asJson.value).toMatchObject({ error: { message: expect.any(String) as string } });
    },
  );

  it('reports every fault of a declaration at once', async () => {
    await writeFile(
      join(folder, 'bad.json'),
      JSON.stringify({ ...declaration, boxes: [{ name: 'x', kind: 'serach' }], campains: [] }),
    );
    const { code, err } = await kindred('apply', 'bad.json');
    expect(code).toBe(2);
    expect(err).toMatch(/campains/);
    expect(err).toMatch(/boxes/);
  });

  it('reports a healthy folder as healthy', async () => {
    const { code, value } = await json('doctor');
    expect(
      (value as { findings: { result: string }[] }).findings.filter(({ result }) => result === 'fail'),
    ).toEqual([]);
    expect(code).toBe(0);
  });

  it.skipIf(process.platform === 'win32')(
    'finds an open key file and a damaged version, and says what to do',
    async () => {
      await chmod(join(dataDir, 'secret.key'), 0o644);
      const files = await readdir(join(dataDir, 'versions'), { recursive: true, withFileTypes: true });
      const sizes = await Promise.all(
        files
          .filter((file) => file.isFile())
          .map(async (file) => ({
            file: join(file.parentPath, file.name),
            bytes: await readFile(join(file.parentPath, file.name)),
          })),
      );
      const [largest] = sizes.sort((a, b) => b.bytes.length - a.bytes.length);
      if (!largest) throw new Error('no version file');
      const damaged = Buffer.from(largest.bytes);
      damaged[damaged.length >> 1] = (damaged[damaged.length >> 1] ?? 0) ^ 0xff;
      await writeFile(largest.file, damaged);
      const { code, out } = await kindred('doctor');
      expect(code).toBe(8);
      expect(out).toMatch(/fail\s+secret key/);
      expect(out).toContain('chmod 600');
      expect(out).toMatch(/fail\s+shop\/(catalogue|searches)/);
    },
  );

  it('creates nothing when it checks an empty folder', async () => {
    const empty = join(folder, 'empty');
    const { code } = await kindred('doctor', '--data', empty);
    expect(code).toBe(0);
    expect(existsSync(empty)).toBe(false);
  });
});
