import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentsName } from '../backup/manifest.ts';
import { runInProcess } from '../../test/support/cli/run-in-process.ts';

let folder: string;

const declaration = {
  website: { name: 'shop', displayName: 'Shop', language: 'en', url: 'https://shop.example' },
  datasets: [
    { name: 'catalogue', kind: 'products', source: { file: 'products.ndjson' } },
    { name: 'searches', kind: 'keywords', products: 'catalogue' },
  ],
  boxes: [{ name: 'similar', kind: 'search', dataset: 'catalogue' }],
};
const product = (at: number) => ({
  id: `p${at}`,
  name: `${at % 2 === 0 ? 'Red' : 'Blue'} lamp ${at}`,
  url: `/p/${at}`,
  price: at + 1,
});
const writeProducts = (rows: readonly object[]) =>
  writeFile(join(folder, 'products.ndjson'), rows.map((row) => JSON.stringify(row)).join('\n'));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-commands-'));
  await writeFile(join(folder, 'shop.json'), JSON.stringify(declaration));
  await writeProducts(Array.from({ length: 12 }, (_, at) => product(at)));
  await run('apply', join(folder, 'shop.json'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const withData = (args: readonly string[]) => [...args, '--data', join(folder, 'data')];
const run = (...args: readonly string[]) => runInProcess(withData(args));
const json = async <T>(...args: readonly string[]): Promise<T> => {
  const { code, out, err } = await run(...args, '--json');
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${out}${err}`);
  return JSON.parse(out) as T;
};
const refuse = async (args: readonly string[], input?: string) => {
  const { code, out, err } = await runInProcess(withData([...args, '--json']), input);
  const { error } = JSON.parse(out) as { error: { code: string; message: string; nextStep: string | null } };
  expect(err).not.toContain('Error');
  return { exit: code, ...error };
};

describe('names', () => {
  it.each([
    [['versions', 'shop'], 2, '"shop" is not of the form <website>/<dataset>.'],
    [['versions', 'shop/catalogue/x'], 2, '"shop/catalogue/x" is not of the form <website>/<dataset>.'],
    [['versions', 'shop/'], 2, '"shop/" is not of the form <website>/<dataset>.'],
    [['versions', 'shop/other'], 3, 'There is no dataset "shop/other".'],
    [['versions', 'store/catalogue'], 3, 'There is no website "store".'],
    [['rollback', 'store/catalogue'], 3, 'There is no website "store".'],
    [['import', 'shop/other'], 3, 'There is no dataset "shop/other".'],
    [['imports', 'shop/other'], 3, 'There is no dataset "shop/other".'],
    [['key', 'list', 'store'], 3, 'There is no website "store".'],
    [['key', 'create', 'a'], 2, '"a" is not of the form <website>/<subscription>.'],
    [['key', 'create', 'store/a'], 3, 'There is no website "store".'],
    [['key', 'rotate', 'shop/none'], 3, 'There is no subscription "shop/none".'],
    [['key', 'suspend', 'shop/none'], 3, 'There is no subscription "shop/none".'],
    [['key', 'revoke', 'shop/none'], 3, 'There is no subscription "shop/none".'],
    [['operator', 'add', 'store', 'a@shop.example'], 3, 'There is no website "store".'],
    [['audit', 'list', 'store'], 3, 'There is no website "store".'],
    [['learn', 'store'], 3, 'There is no website "store".'],
    [['forget', 'store', 'x'], 3, 'There is no website "store".'],
    [['evaluate', 'looks', 'shop/other'], 3, 'There is no dataset "shop/other".'],
  ])('%j ends with %i: %s', async (args, exit, message) => {
    expect(await refuse(args)).toMatchObject({ exit, message });
  });

  it('are listed where one is not known', async () => {
    expect((await refuse(['versions', 'shop/other'])).nextStep).toBe('Known: shop/catalogue, shop/searches.');
    expect((await refuse(['key', 'list', 'store'])).nextStep).toBe('Known: shop.');
    expect((await refuse(['key', 'rotate', 'shop/none'])).nextStep).toMatch(/^None is declared yet/);
  });
});

describe('values of options', () => {
  it.each([
    [['key', 'create', 'shop/x', '--rate', '100'], '"100" is no rate.'],
    [['key', 'create', 'shop/x', '--rate', '0/10'], '"0/10" is no rate.'],
    [['key', 'create', 'shop/x', '--address-rate', '5/0'], '"5/0" is no rate.'],
    [['key', 'create', 'shop/x', '--quota', '10/year'], '"10/year" is no quota.'],
    [['key', 'create', 'shop/x', '--quota', '-1/day'], '"-1/day" is no quota.'],
    [['audit', 'list', '--limit', 'many'], '"many" is no number of entries.'],
    [['audit', 'list', '--limit', '0'], '"0" is no number of entries.'],
    [['audit', 'list', '--limit', '1.5'], '"1.5" is no number of entries.'],
    [
      ['imports', 'shop/catalogue', 'nonsense'],
      '"nonsense" is not one of list, approve, cancel, diff, faults, follow.',
    ],
    [
      ['imports', 'shop/catalogue', 'constructor'],
      '"constructor" is not one of list, approve, cancel, diff, faults, follow.',
    ],
    [['forget', 'shop', ' '], 'The shopper has no name.'],
    [['compare', 'https://other.example', '--identifiers', 'x.txt'], '--search is missing.'],
  ])('%j: %s', async (args, message) => {
    const refused = await refuse(args);
    expect(refused).toMatchObject({ exit: 2, code: 'bad-input', message });
  });

  it('leave nothing behind when they are refused', async () => {
    expect(await json('key', 'list', 'shop')).toEqual([]);
  });
});

describe('apply', () => {
  it('names a file that is missing or no JSON', async () => {
    expect(await refuse(['apply', join(folder, 'none.json')])).toMatchObject({ exit: 3 });
    await writeFile(join(folder, 'broken.json'), '{ "website": ');
    const broken = await refuse(['apply', join(folder, 'broken.json')]);
    expect(broken).toMatchObject({ exit: 2, nextStep: 'Correct the file and apply it again.' });
    expect(broken.message).toMatch(/broken\.json is not JSON: /);
  });

  it('reports no change for the same declaration', async () => {
    const { out } = await run('apply', join(folder, 'shop.json'));
    expect(out).toMatch(/^Applied shop\n/);
    expect(out.match(/unchanged/g)).toHaveLength(4);
  });

  it('shows the differences of a dry run, and keeps things as they are', async () => {
    const changed = {
      ...declaration,
      boxes: [{ name: 'similar', kind: 'search', dataset: 'catalogue', pageSize: 7 }],
    };
    await writeFile(join(folder, 'changed.json'), JSON.stringify(changed));
    const { out } = await run('apply', join(folder, 'changed.json'), '--dry-run');
    expect(out).toMatch(/^Would apply shop\n/);
    expect(out).toMatch(/similar, pageSize: \d+ → 7/);
    expect((await run('apply', join(folder, 'shop.json'))).out.match(/unchanged/g)).toHaveLength(4);
  });
});

type Keys = { keys: { primary: string; secondary: string } };

describe('key', () => {
  it('is created once, with its limits', async () => {
    const { keys } = await json<Keys>(
      'key',
      'create',
      'shop/app',
      '--rate',
      '100/10',
      '--quota',
      '1000/month',
    );
    expect(keys.primary).not.toBe(keys.secondary);
    expect(await refuse(['key', 'create', 'shop/app'])).toMatchObject({
      exit: 5,
      nextStep: 'For new keys: `kindred key rotate shop/app`.',
    });
  });

  it('is listed masked, never whole', async () => {
    const { keys } = await json<Keys>('key', 'create', 'shop/masked');
    const { out } = await run('key', 'list', 'shop');
    expect(out).toMatch(/name\s+kind\s+state\s+slot\s+key/);
    expect(out).toMatch(/masked\s+secret\s+active\s+primary/);
    expect(out).not.toContain(keys.primary);
    expect(out).not.toContain(keys.secondary);
  });

  it.each([
    ['90s', 90],
    ['30m', 1800],
    ['24h', 86_400],
    ['7d', 604_800],
    ['0s', 0],
  ])('is replaced with a grace of %s, which is %i seconds', async (grace, seconds) => {
    const rotated = await json<{ key: string; graceSeconds: number }>(
      'key',
      'rotate',
      'shop/app',
      '--grace',
      grace,
    );
    expect(rotated.graceSeconds).toBe(seconds);
    expect(rotated.key).toMatch(/^kdr_/);
  });

  it.each(['soon', '24', 'h', '1w', '-1h'])('is not replaced with a grace of %s', async (grace) => {
    const refused = await refuse(['key', 'rotate', 'shop/app', `--grace=${grace}`]);
    expect(refused).toMatchObject({ exit: 2, message: `"${grace}" is no length of time.` });
  });

  it('is suspended, resumed and cancelled', async () => {
    const stateOf = async () =>
      (await json<{ name: string; state: string }[]>('key', 'list', 'shop')).find(
        ({ name }) => name === 'app',
      )?.state;
    expect((await run('key', 'suspend', 'shop/app')).out).toBe('shop/app is suspended.\n');
    expect(await stateOf()).toBe('suspended');
    await run('key', 'resume', 'shop/app');
    expect(await stateOf()).toBe('active');
    await run('key', 'revoke', 'shop/app');
    expect(await stateOf()).toBe('cancelled');
  });

  it('is brought along from elsewhere, from standard input', async () => {
    await run('key', 'create', 'shop/brought');
    const [primary, secondary] = ['0f3c9a71e5d24b8896ac13f07be85d42', '7b12e6d0948f4ac5a3d91c5e60b7f28a'];
    const { code, out } = await runInProcess(
      withData(['key', 'bring', 'shop/brought']),
      `${primary}\n${secondary}\n`,
    );
    expect({ code, out }).toEqual({
      code: 0,
      out: 'shop/brought is called with the keys it brought along.\n',
    });
  });

  it.each([
    ['one line', '0f3c9a71e5d24b8896ac13f07be85d42\n'],
    ['a key that is easily guessed', `${'a1'.repeat(16)}\n${'b2'.repeat(16)}\n`],
    ['nothing', ''],
    ['no hexadecimal digits', 'hello\nworld\n'],
  ])('is not brought along when there is %s', async (_, input) => {
    expect(await refuse(['key', 'bring', 'shop/brought'], input)).toMatchObject({ exit: 2 });
  });
});

type Member = { email: string; administrator: boolean; websites: { website: string; role: string }[] };

describe('operator', () => {
  const email = 'operator@shop.example';

  it('gets a password that is shown once, and a role', async () => {
    const { out } = await run('operator', 'add', 'shop', email, '--role', 'merchandiser');
    expect(out).toContain(`${email} is merchandiser of shop.`);
    expect(out).toMatch(/password {2}[a-z2-9]{4}(-[a-z2-9]{4}){4} /);
    expect(await json<Member[]>('operator', 'list')).toMatchObject([
      { email, administrator: false, websites: [{ website: 'shop', role: 'merchandiser' }] },
    ]);
  });

  it('may bring a password from standard input, which is not printed', async () => {
    const password = 'a long phrase that nobody guesses 42';
    const { code, out } = await runInProcess(
      withData(['operator', 'reset', email, '--password-stdin']),
      `${password}\n`,
    );
    expect({ code, out }).toEqual({ code: 0, out: 'The password is set.\n' });
    expect(await refuse(['operator', 'reset', email, '--password-stdin'], 'short\n')).toMatchObject({
      exit: 2,
    });
    expect(await refuse(['operator', 'reset', email, '--password-stdin'], 'two\nlines\n')).toMatchObject({
      message: 'Expected the password on standard input, got 2 lines.',
    });
  });

  it('becomes administrator and is none again', async () => {
    expect((await run('operator', 'administrator', email)).out).toBe(`${email} is an administrator.\n`);
    expect((await json<Member[]>('operator', 'list'))[0]?.administrator).toBe(true);
    expect((await run('operator', 'administrator', email, '--off')).out).toBe(
      `${email} is no administrator.\n`,
    );
  });

  it('is removed', async () => {
    expect(await json('operator', 'remove', email)).toEqual({ email, removed: true });
    expect(await json('operator', 'list')).toEqual([]);
  });

  it.each([
    [['operator', 'remove', 'nobody@shop.example'], 3],
    [['operator', 'reset', 'nobody@shop.example'], 3],
    [['operator', 'administrator', 'nobody@shop.example'], 3],
    [['operator', 'add', 'shop', 'no address'], 2],
  ])('%j ends with %i', async (args, exit) => {
    expect((await refuse(args)).exit).toBe(exit);
  });
});

type Job = { import: string; state: string; version: string | null; products: number };

describe('import', () => {
  it('has no versions and no imports before the first one', async () => {
    expect((await run('versions', 'shop/catalogue')).out).toBe('Nothing is published yet.\n');
    expect((await run('imports', 'shop/catalogue')).out).toBe('No imports yet.\n');
    expect(await refuse(['rollback', 'shop/catalogue'])).toMatchObject({ exit: 3 });
    expect(await refuse(['imports', 'shop/catalogue', 'diff'])).toMatchObject({
      exit: 3,
      message: 'No import of shop/catalogue is known.',
    });
    expect(await refuse(['imports', 'shop/catalogue', 'approve'])).toMatchObject({
      message: 'No import of shop/catalogue waits for approval.',
    });
    expect(await refuse(['evaluate', 'looks', 'shop/catalogue'])).toMatchObject({
      message: 'Nothing is published for shop/catalogue.',
    });
  });

  it('reads and compares in a dry run, and publishes nothing', async () => {
    const checked = await json<Job>('import', 'shop/catalogue', '--no-images', '--dry-run');
    expect(checked).toMatchObject({ state: 'checked', version: null, products: 12 });
    expect((await json<{ versions: [] }>('versions', 'shop/catalogue')).versions).toEqual([]);
  });

  it('publishes, lists and rolls back', async () => {
    const first = await json<Job>('import', 'shop/catalogue', '--no-images');
    await writeProducts(Array.from({ length: 13 }, (_, at) => ({ ...product(at), price: 99 })));
    const second = await json<Job>('import', 'shop/catalogue', '--no-images');
    expect((await run('evaluate', 'looks', 'shop/catalogue')).out).toContain(
      '0 products were asked for their ten best look-alikes',
    );
    expect(await refuse(['evaluate', 'looks', 'shop/catalogue', '--held-out'])).toMatchObject({
      exit: 3,
      message: 'Nothing was learnt from when shop/catalogue was built.',
    });
    const { out } = await run('versions', 'shop/catalogue');
    expect(out).toMatch(new RegExp(`^live\\s+${second.version}`));
    const { out: text } = await run('rollback', 'shop/catalogue');
    expect(text).toBe(`${first.version} is live again.\n`);
    expect(await refuse(['rollback', 'shop/catalogue'])).toMatchObject({
      exit: 3,
      message: 'shop/catalogue has no version before the live one.',
    });
    expect(await refuse(['rollback', 'shop/catalogue', 'no-such-version'])).toMatchObject({ exit: 3 });
    await run('rollback', 'shop/catalogue', second.version ?? '');
  });

  it('lists what changed, with signs', async () => {
    const { out } = await run('imports', 'shop/catalogue', 'diff');
    expect(out).toContain('+ p12  Red lamp 12');
    expect(out).toMatch(/~ p0 {2}Red lamp 0 {2}\(.*price.*\)/);
    expect(out.trimEnd().split('\n').at(-1)).toBe('1 added, 12 changed, 0 removed');
  });

  it('waits where most products would vanish, names the next step, and goes on after approval', async () => {
    await writeProducts([product(0), product(1)]);
    const waiting = await refuse(['import', 'shop/catalogue', '--no-images']);
    expect(waiting).toMatchObject({ exit: 6, code: 'waiting-for-approval' });
    expect(waiting.nextStep).toMatch(/kindred imports shop\/catalogue approve/);
    const approved = await json<Job>('imports', 'shop/catalogue', 'approve');
    expect(approved).toMatchObject({ state: 'published', products: 2 });
  });

  it('lists rows that cannot be used as CSV', async () => {
    await writeProducts([product(0), product(1), { id: 'bad,"row"', name: 'No price', url: '/x' }]);
    await run('import', 'shop/catalogue', '--no-images', '--approve');
    const { out } = await run('imports', 'shop/catalogue', 'faults');
    const [header, row] = out.trimEnd().split('\n');
    expect(header).toBe('line,kind,identifier,reason');
    expect(row).toMatch(/^3,row,"bad,""row""",.*price/);
  });

  it('refuses a feed that does not exist, and an import that is not known', async () => {
    expect((await refuse(['import', 'shop/catalogue', join(folder, 'none.csv')])).exit).not.toBe(0);
    expect(await refuse(['imports', 'shop/catalogue', 'diff', 'no-such-import'])).toMatchObject({
      exit: 3,
      message: 'There is no import no-such-import.',
    });
  });

  it('is shown by status, as text and as JSON', async () => {
    const { out } = await run('status');
    expect(out).toMatch(/^shop {2}Shop\n/);
    expect(out).toMatch(/dataset\s+catalogue\s+products/);
    expect(out).toMatch(/box\s+similar\s+search/);
    const status = await json<{ websites: { datasets: { name: string; live: object | null }[] }[] }>(
      'status',
    );
    const [catalogue, searches] = status.websites[0]?.datasets ?? [];
    expect(catalogue?.live).toMatchObject({ size: 2 });
    expect(searches).toMatchObject({ name: 'searches' });
  });
});

describe('backup and restore', () => {
  it('copies the folder, lists the copy and makes a folder of it', async () => {
    const backups = join(folder, 'backups');
    expect((await run('backups', backups)).out).toBe(`No backup in ${backups}.\n`);
    const made = await json<{ folder: string; files: number; secretKey: string }>('backup', backups);
    expect(made).toMatchObject({ secretKey: 'left-out' });
    expect(made.files).toBeGreaterThan(3);
    const listed = await json<{ backups: { state: string }[] }>('backups', backups);
    expect(listed.backups).toMatchObject([{ state: 'complete' }]);
    const restored = join(folder, 'restored');
    const { code, out } = await runInProcess(['restore', made.folder, '--data', restored]);
    expect(code).toBe(0);
    expect(out).toContain(`${restored} is as it was at `);
    expect(out).toContain('put its file secret.key there');
    const again = await runInProcess(['restore', made.folder, '--data', restored, '--json']);
    expect(again.code).toBe(5);
    const forced = await runInProcess(['restore', made.folder, '--data', restored, '--force']);
    expect(forced.out).toContain('What was there before is in ');
  });

  it('includes the secret key only when asked', async () => {
    const made = await json<{ folder: string }>('backup', join(folder, 'with-secret'), '--with-secret');
    expect(await readFile(join(made.folder, contentsName, 'secret.key'), 'utf8').catch(() => null)).toBe(
      await readFile(join(folder, 'data', 'secret.key'), 'utf8'),
    );
  });

  it('restores nothing that is no backup', async () => {
    expect((await refuse(['restore', join(folder, 'nowhere')])).exit).not.toBe(0);
  });
});

describe('audit', () => {
  it('lists who changed what, newest first, and is complete', async () => {
    const entries = await json<{ actor: string; action: string }[]>('audit', 'list', 'shop', '--limit', '5');
    expect(entries).toHaveLength(5);
    expect(entries[0]?.actor).toBe('command line');
    const { out } = await run('audit', 'list');
    expect(out).toMatch(/when\s+who\s+from\s+what\s+of/);
    expect(await json('audit', 'verify')).toEqual({ whole: true });
    expect((await run('audit', 'verify')).out).toBe('The audit is complete and unchanged.\n');
  });
});

describe('secret rotate', () => {
  it('encrypts stored secrets anew and keeps the keys', async () => {
    const before = await json('key', 'list', 'shop');
    const { reencrypted } = await json<{ reencrypted: number }>('secret', 'rotate');
    expect(reencrypted).toBeGreaterThan(0);
    expect(await json('key', 'list', 'shop')).toEqual(before);
    expect((await run('secret', 'rotate')).out).toContain('Back up the file secret.key again.');
  });
});

describe('learn and forget', () => {
  it('says when there was no event of a shopper', async () => {
    const { out } = await run('forget', 'shop', 'nobody');
    expect(out).toMatch(/^There was no event of this shopper\./);
  });

  it('learns keywords with counts from a file, and names rows that cannot be used', async () => {
    await writeFile(
      join(folder, 'searches.csv'),
      'keyword,count\nred lamp,40\nlamp,90\n,5\nblue lamp,many\n',
    );
    const { code, out } = await run('learn', 'shop', join(folder, 'searches.csv'));
    expect(code).toBe(0);
    expect(out).toContain('2 keywords with counts');
    expect(out).toContain('2 rows cannot be used:');
    expect(out).toMatch(/line 4: /);
    expect(out).toMatch(/searches: \d+ patterns/);
  });

  it('names a column that the file lacks', async () => {
    const refused = await refuse([
      'learn',
      'shop',
      join(folder, 'searches.csv'),
      '--keyword',
      'term',
      '--count',
      'uses',
    ]);
    expect(refused).toMatchObject({ exit: 2 });
    expect(refused.message).toMatch(/term|uses/);
  });
});

describe('doctor', () => {
  it('finds a healthy folder healthy, and a missing one empty', async () => {
    const { ok, findings } = await json<{ ok: boolean; findings: { check: string; result: string }[] }>(
      'doctor',
    );
    expect(findings.filter(({ result }) => result === 'fail')).toEqual([]);
    expect(ok).toBe(true);
    expect(findings.map(({ check }) => check)).toEqual(expect.arrayContaining(['store', 'audit']));
  });
});
