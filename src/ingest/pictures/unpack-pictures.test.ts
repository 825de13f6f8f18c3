import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { zip, type ZipMember } from '../../../test/support/zip.ts';
import { unpackPictures } from './unpack-pictures.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-zip-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const jpeg = (text = ''): Buffer => Buffer.from(`\xff\xd8\xff${text}`, 'latin1');
const signal = new AbortController().signal;
const kept = (): Promise<string[]> => readdir(join(folder, 'kept')).catch(() => []);

const unpack = async (members: readonly ZipMember[] | Buffer, limits = {}) => {
  const file = join(folder, 'pictures.zip');
  await writeFile(file, Buffer.isBuffer(members) ? members : zip(members));
  return unpackPictures(file, join(folder, 'kept'), { signal, limits });
};

const refusalOf = (members: readonly ZipMember[] | Buffer, limits = {}): Promise<string> =>
  unpack(members, limits).then(
    () => 'accepted',
    (error: unknown) => (error as Error).message,
  );

describe('a ZIP of pictures', () => {
  it('is kept by file name, in one spelling and without folders', async () => {
    const report = await unpack([
      { name: 'shop/', content: Buffer.alloc(0) },
      { name: 'shop/Red Shoe.JPG', content: jpeg('red') },
      { name: 'shop/men/Stra\u0308hne.jpg', content: jpeg('de') },
      { name: '__MACOSX/shop/._Red Shoe.JPG', content: jpeg() },
      { name: 'shop/.DS_Store', content: Buffer.from('x') },
      { name: 'Thumbs.db', content: Buffer.from('x') },
    ]);
    expect(report).toEqual({ added: 2, replaced: 0, refused: 0, refusals: [] });
    expect((await kept()).sort()).toEqual(['red shoe.jpg', 'str\u00e4hne.jpg']);
    expect(await readFile(join(folder, 'kept', 'red shoe.jpg'))).toEqual(jpeg('red'));
  });

  it('replaces pictures of the same name, and keeps the others', async () => {
    await unpack([
      { name: 'a.jpg', content: jpeg('old') },
      { name: 'b.jpg', content: jpeg() },
    ]);
    const report = await unpack([{ name: 'x/A.jpg', content: jpeg('new') }]);
    expect(report).toMatchObject({ added: 0, replaced: 1 });
    expect((await kept()).sort()).toEqual(['a.jpg', 'b.jpg']);
    expect(await readFile(join(folder, 'kept', 'a.jpg'))).toEqual(jpeg('new'));
  });

  it('takes every kind that is served', async () => {
    const heads = {
      'a.jpeg': '\xff\xd8\xff',
      'b.png': '\x89PNG\r\n\x1a\n',
      'c.gif': 'GIF89a',
      'd.webp': 'RIFF\0\0\0\0WEBP',
      'e.avif': '\0\0\0\x20ftypavif',
    };
    const members = Object.entries(heads).map(([name, head]) => ({
      name,
      content: Buffer.from(head, 'latin1'),
    }));
    expect(await unpack(members)).toMatchObject({ added: 5, refused: 0 });
  });

  it('names what it leaves out, with the reason', async () => {
    const report = await unpack(
      [
        { name: 'notes.txt', content: Buffer.from('hello') },
        { name: 'script.jpg', content: Buffer.from('<script>alert(1)</script>') },
        { name: 'drawing.svg', content: Buffer.from('<svg/>') },
        { name: 'large.jpg', content: jpeg('x'.repeat(100)) },
        { name: 'secret.jpg', content: jpeg(), flags: 1 },
        { name: 'one/same.jpg', content: jpeg('1') },
        { name: 'two/same.jpg', content: jpeg('2') },
      ],
      { pictureBytes: 50 },
    );
    expect(report).toMatchObject({ added: 1, refused: 6 });
    expect(report.refusals.map(({ name, reason }) => [name, reason])).toEqual([
      ['notes.txt', 'not-a-picture'],
      ['script.jpg', 'not-a-picture'],
      ['drawing.svg', 'not-a-picture'],
      ['large.jpg', 'too-large'],
      ['secret.jpg', 'unreadable'],
      ['two/same.jpg', 'name-twice'],
    ]);
    expect(await kept()).toEqual(['same.jpg']);
  });

  it('leaves out one whose packed data is damaged, and keeps the others', async () => {
    const bytes = zip([
      { name: 'a.jpg', content: jpeg('x'.repeat(200)) },
      { name: 'b.jpg', content: jpeg() },
    ]);
    // The packed data begins after the header of 30 bytes and the name.
    bytes.fill(0xff, 35, 40);
    expect(await unpack(bytes)).toMatchObject({
      added: 1,
      refusals: [{ name: 'a.jpg', reason: 'unreadable' }],
    });
  });

  it('names a hundred of many refusals', async () => {
    const members = Array.from({ length: 130 }, (_, place) => ({
      name: `n${place}.txt`,
      content: Buffer.from('x'),
    }));
    const report = await unpack(members);
    expect([report.refused, report.refusals.length]).toEqual([130, 100]);
  });
});

describe('nothing is written', () => {
  it.each([
    ['../outside.jpg', 'outside of its folder: ../outside.jpg'],
    ['a/../../outside.jpg', 'outside of its folder: a/../../outside.jpg'],
    ['/etc/absolute.jpg', 'outside of its folder: /etc/absolute.jpg'],
    ['C:/absolute.jpg', 'outside of its folder'],
  ])('when a name leads out of the folder: %s', async (name, message) => {
    const members = [
      { name: 'good.jpg', content: jpeg() },
      { name, content: jpeg() },
    ];
    expect(await refusalOf(members)).toContain(message);
    expect(await kept()).toEqual([]);
  });

  it('when there are too many files, or too many bytes', async () => {
    const members = [1, 2, 3].map((place) => ({ name: `${place}.jpg`, content: jpeg('x'.repeat(100)) }));
    expect(await refusalOf(members, { entries: 2 })).toBe('The ZIP file holds more than 2 files.');
    expect(await refusalOf(members, { bytes: 200 })).toContain('GB of pictures');
    expect(await kept()).toEqual([]);
  });

  it('when the file is no ZIP, or cut', async () => {
    const whole = zip([{ name: 'a.jpg', content: jpeg() }]);
    for (const bytes of [Buffer.from('not a zip'), Buffer.alloc(0), whole.subarray(0, whole.length - 10)])
      expect(await refusalOf(bytes)).toBe('The file of pictures is no readable ZIP file.');
    expect(await kept()).toEqual([]);
  });

  it('when the sender has gone', async () => {
    const file = join(folder, 'pictures.zip');
    await writeFile(file, zip([{ name: 'a.jpg', content: jpeg() }]));
    const gone = AbortSignal.abort();
    await expect(unpackPictures(file, join(folder, 'kept'), { signal: gone })).rejects.toThrow();
    expect(await kept()).toEqual([]);
  });

  it('outside of the folder, whatever the names are', async () => {
    const name = fc.string({ unit: fc.constantFrom('.', '/', '\\', 'a', 'é', ' ', ':'), maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 4 }), async (names) => {
        await rm(join(folder, 'kept'), { recursive: true, force: true });
        await refusalOf(names.map((each) => ({ name: `${each}.jpg`, content: jpeg() })));
        expect((await readdir(folder)).filter((entry) => !['kept', 'pictures.zip'].includes(entry))).toEqual(
          [],
        );
        for (const entry of await kept()) expect(entry).not.toMatch(/[/\\]|^\.\.?$/);
      }),
      { numRuns: 60 },
    );
  });
});
