import { afterEach, describe, expect, it } from 'vitest';
import { zip } from '../../../../test/support/zip.ts';
import { createWebsiteFixture } from '../../../../test/support/http/admin/website-fixture.ts';
import {
  addMember,
  type AdminClient,
  type AdminResponse,
  bearer,
  openAdminClient,
} from '../../../../test/support/http/admin/admin-client.ts';

let client: AdminClient;
let owner: Record<string, string>;

afterEach(() => client.close());

const openShop = async (environment: NodeJS.ProcessEnv): Promise<void> => {
  client = await openAdminClient(environment);
  for (const name of ['north', 'south'] as const) {
    const { id } = await createWebsiteFixture(client.kindred, client.imports, name);
    const token = await addMember(client.kindred, id, `ann@${name}.example`, 'owner');
    if (name === 'north') owner = bearer(token);
    for (const dataset of ['summer', 'winter'])
      await client.request({
        method: 'POST',
        url: `/admin/websites/${name}/datasets`,
        headers: bearer(token),
        body: { name: dataset, kind: 'products' },
      });
  }
};

const upload = (dataset: string, names: readonly string[], size = 10): Promise<AdminResponse> => {
  const content = Buffer.concat([Buffer.from('\xff\xd8\xff', 'latin1'), Buffer.alloc(size)]);
  const head = '--b\r\nContent-Disposition: form-data; name="pictures"; filename="x.zip"\r\n\r\n';
  const file = zip(names.map((name) => ({ name: `${name}.jpg`, content })));
  return client.request({
    method: 'POST',
    url: `/admin/websites/north/datasets/${dataset}/pictures`,
    body: Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--b--\r\n')]),
    headers: { ...owner, 'content-type': 'multipart/form-data; boundary=b' },
  });
};

const countUploaded = async (dataset: string): Promise<unknown> => {
  const url = `/admin/websites/north/datasets/${dataset}`;
  const { json } = await client.request({ method: 'GET', url, headers: owner });
  return (json as { pictures: { uploaded: number } }).pictures.uploaded;
};

describe('the uploaded pictures of a website', () => {
  it('are bounded in number over all files and datasets; nothing of a file that goes beyond is kept', async () => {
    await openShop({ KINDRED_MAX_PICTURES: '4' });
    expect((await upload('summer', ['a', 'b'])).status).toBe(201);
    expect((await upload('winter', ['c'])).status).toBe(201);
    const refused = await upload('summer', ['d', 'e']);
    expect([refused.status, refused.json]).toMatchObject([
      413,
      { reason: 'pictures-no-room', values: { pictures: 4, gigabytes: 20 } },
    ]);
    expect(refused.text).toContain('KINDRED_MAX_PICTURES');
    expect(await countUploaded('summer')).toBe(2);
    // One that replaces another takes no further room.
    expect((await upload('summer', ['a', 'b', 'd'])).json).toMatchObject({ added: 1, replaced: 2, total: 3 });
    expect((await upload('winter', ['e'])).status).toBe(413);
    const removal = { method: 'DELETE', url: '/admin/websites/north/datasets/summer/pictures' };
    await client.request({ ...removal, headers: owner });
    expect((await upload('winter', ['e'])).status).toBe(201);
  });

  it('are bounded in the space they take on disk, of which each takes a block at least', async () => {
    // 9 blocks of 4096 bytes.
    await openShop({ KINDRED_MAX_PICTURES_GB: String(9 / 262_144) });
    expect((await upload('summer', ['a', 'b', 'c'])).status).toBe(201);
    expect((await upload('winter', ['d'], 4096 * 4)).status).toBe(201);
    expect((await upload('winter', ['e', 'f'])).status).toBe(413);
    expect((await upload('winter', ['e'])).status).toBe(201);
  });

  it('are bounded for files that arrive at the same time', async () => {
    await openShop({ KINDRED_MAX_PICTURES: '2' });
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => upload('summer', [name])));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 413, 413]);
    expect(await countUploaded('summer')).toBe(2);
  });
});
