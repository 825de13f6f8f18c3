import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aWebsite, openTestFolder } from '../../../test/support/store/test-shop.ts';
import type { Store } from '../store.ts';

let test: ReturnType<typeof openTestFolder>;
let store: Store;
beforeEach(async () => {
  test = openTestFolder();
  store = await test.open();
});
afterEach(() => test.remove());

const redirects = [{ term: 'returns', url: 'https://luma.example/returns' }];

describe('the redirects of a website', () => {
  it('are none for a new one', async () => {
    expect((await store.websites.put('test', aWebsite('luma'))).redirects).toEqual([]);
    expect(store.websites.byName('luma')?.redirects).toEqual([]);
  });

  it('are stored, read by another process, and part of the directory', async () => {
    const { id } = await store.websites.put('test', { ...aWebsite('luma'), redirects });
    expect((await test.open()).websites.byName('luma')?.redirects).toEqual(redirects);
    expect(store.directory().website(id)?.redirects).toEqual(redirects);
  });

  it('stay when a change leaves them out, and the audit says what changed', async () => {
    const { id } = await store.websites.put('test', { ...aWebsite('luma'), redirects });
    await store.websites.put('ann', { ...aWebsite('luma'), language: 'de' });
    expect(store.websites.byName('luma')).toMatchObject({ language: 'de', redirects });
    await store.websites.put('ann', { ...aWebsite('luma'), language: 'de', redirects: [] });
    expect(store.audit.list(id, 1)).toMatchObject([
      { actor: 'ann', action: 'website.update', before: { redirects }, after: { redirects: [] } },
    ]);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://luma.example', 'luma.example', ''])(
    'are refused with the address %j, whoever asks',
    async (url) => {
      const website = { ...aWebsite('luma'), redirects: [{ term: 'returns', url }] };
      await expect(() => store.websites.put('test', website)).rejects.toThrow(
        expect.objectContaining({
          code: 'bad-input',
          message: expect.stringContaining('redirects') as string,
        }),
      );
      expect(store.websites.byName('luma')).toBeNull();
    },
  );
});
