import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { unpack } from './unpack.ts';
import { collect } from '../../../test/support/read-feed.ts';
import { zip } from '../../../test/support/zip.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-unpack-'));
});
afterAll(() => rm(folder, { recursive: true }));

const read = async (bytes: Uint8Array): Promise<string> => {
  const file = join(folder, 'feed');
  await writeFile(file, bytes);
  return Buffer.concat(await collect(unpack(file))).toString();
};

const refusal = (bytes: Uint8Array): Promise<string> =>
  read(bytes).then(
    () => 'accepted',
    (error: unknown) => (error as Error).message,
  );

const feed = Buffer.from('id,title\n1,Shoe\n');

describe('a packed feed', () => {
  it('is unpacked by its first bytes, and unchanged if it is not packed', async () => {
    expect(await read(feed)).toBe(feed.toString());
    expect(await read(gzipSync(feed))).toBe(feed.toString());
    expect(await read(zip([{ name: 'feed.csv', content: feed }]))).toBe(feed.toString());
    expect(await read(Buffer.alloc(0))).toBe('');
  });

  it('may consist of several gzip members', async () => {
    expect(await read(Buffer.concat([gzipSync('a'), gzipSync('b')]))).toBe('ab');
  });

  it('in a zip file is the only entry that is not ignored', async () => {
    const members = ['__MACOSX/._feed.csv', 'pictures/', 'pictures/a.jpg', '.DS_Store'].map((name) => ({
      name,
      content: Buffer.from(name.endsWith('/') ? '' : 'x'),
    }));
    expect(await read(zip([...members, { name: 'out/feed.csv', content: feed }]))).toBe(feed.toString());
    expect(await read(zip([...members, { name: 'export', content: feed }]))).toBe(feed.toString());
  });

  it('in a zip file is recognised by its extension', async () => {
    const others = ['readme.txt', 'LICENCE'].map((name) => ({ name, content: Buffer.from('x') }));
    expect(await read(zip([...others, { name: 'feed.tsv', content: feed }]))).toBe(feed.toString());
  });
});

describe('a fault in a packed feed', () => {
  const zeros = Buffer.alloc(8 << 20);

  it('gzip that grows more than a hundred times', async () => {
    expect(await refusal(gzipSync(zeros))).toBe('The feed unpacks to more than 100 times its size.');
  });

  it('zip that grows more than a hundred times', async () => {
    expect(await refusal(zip([{ name: 'a.csv', content: zeros }]))).toBe(
      'The feed unpacks to more than 100 times its size.',
    );
  });

  it('zip that lies about its size', async () => {
    const honest = zip([{ name: 'a.csv', content: zeros }]);
    const lie = Buffer.from(honest);
    lie.writeUInt32LE(1000, lie.lastIndexOf('PK\x01\x02') + 24);
    expect(await refusal(lie)).toMatch(/damaged|more than 100 times/);
  });

  it('cut gzip and cut zip', async () => {
    expect(await refusal(gzipSync(feed).subarray(0, -9))).toBe(
      'The feed is damaged: its gzip data cannot be unpacked.',
    );
    expect(await refusal(zip([{ name: 'a.csv', content: feed }]).subarray(0, -30))).toBe(
      'The feed is damaged: its zip data cannot be unpacked.',
    );
  });

  it('zip without a feed, or behind a password', async () => {
    expect(await refusal(zip([{ name: 'a.jpg', content: feed }]))).toBe('The zip file holds no feed.');
    expect(await refusal(zip([{ name: 'a.csv', content: feed, flags: 1 }]))).toMatch(/encrypted/);
  });

  it('zip with several feeds', async () => {
    const members = ['part-1.csv', 'part-2.csv'].map((name) => ({ name, content: feed }));
    expect(await refusal(zip(members))).toBe('The zip file holds several feeds: part-1.csv, part-2.csv.');
  });

  it('a workbook, which is a zip file too', async () => {
    const members = ['[Content_Types].xml', 'xl/workbook.xml'].map((name) => ({ name, content: feed }));
    expect(await refusal(zip(members))).toBe('The feed is a workbook of Excel, not a feed.');
  });

  it('writes nothing to the temporary folder of the system', async () => {
    const shared = join(folder, 'system');
    await mkdir(shared);
    vi.stubEnv('TMPDIR', shared);
    try {
      const packed = zip([{ name: 'a.csv', content: Buffer.alloc(1 << 20, 'id,title\n') }]);
      const file = join(folder, 'feed');
      await writeFile(file, packed);
      const bytes = unpack(file);
      expect((await bytes.next()).done).toBe(false);
      expect(await readdir(shared)).toEqual([]);
      await bytes.return(undefined);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});
