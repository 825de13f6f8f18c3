import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { catalogue, catalogueFields } from '../../../test/support/http/catalogue.ts';
import { fill, inDialog, pageText, press } from '../../testing/actions.ts';
import { openPage } from '../../testing/open-page.tsx';
import { withService } from '../../testing/portal-service.ts';
import { send } from '../../testing/send.ts';

const service = withService();

beforeEach(() => service.signInAs('viewer'));

const listed = async (name = 'Products') =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('heading', { level: 3 })
    .map((each) => each.textContent);

describe('the page of products', () => {
  it('lists the first page with pictures and the number of all', async () => {
    openPage('/north/catalogue');
    expect(await listed()).toHaveLength(24);
    expect(screen.getByText('39 products').getAttribute('role')).toBe('status');
    const [picture] = within(screen.getByRole('list', { name: 'Products' })).getAllByRole('presentation');
    expect(picture?.getAttribute('src')).toBe(
      '/admin/websites/north/datasets/north-catalogue/products/north-p0/picture',
    );
  });

  it('turns the page, in the address too', async () => {
    const { router } = openPage('/north/catalogue');
    await listed();
    await press('Next page');
    await waitFor(async () => expect(await listed()).toHaveLength(15));
    expect(router.state.location.search).toEqual({ page: 2 });
    await press('Previous page');
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('finds by words and by number, from the first page on', async () => {
    const { router } = openPage('/north/catalogue?page=2');
    await listed();
    await fill('Find by name or identifier', 'red lamp');
    await waitFor(async () => expect((await listed()).every((each) => /red lamp/i.test(each))).toBe(true));
    expect(router.state.location.search).toEqual({ q: 'red lamp' });
    await fill('Find by name or identifier', 'north-p3');
    await waitFor(async () => expect((await listed())[0]).toMatch(/number 3 of north/));
  });

  it('filters by a sentence', async () => {
    const { router } = openPage('/north/catalogue');
    await listed();
    await press('Add a condition');
    await fill('Field', 'brand');
    await fill('Value', 'Acme');
    await waitFor(() => expect(screen.getByText('8 products')).toBeTruthy());
    expect(router.state.location.search).toEqual({ filter: "brand eq 'Acme'" });
  });

  it('says that nothing matches, and shows all again', async () => {
    const { router } = openPage("/north/catalogue?filter=brand eq 'Nobody'");
    expect(await screen.findByText('No product matches')).toBeTruthy();
    await press('Show all products');
    expect(await listed()).toHaveLength(24);
    expect(router.state.location.search).toEqual({ dataset: 'north-catalogue' });
  });

  it('says what is wrong with a filter', async () => {
    openPage("/north/catalogue?filter=brnd eq 'Acme'");
    expect((await screen.findByRole('alert')).textContent).toContain('brnd');
  });

  it('offers no choice of catalogues while only one is live', async () => {
    service.signInAs('owner');
    await send('POST', 'websites/north/datasets', { name: 'unpublished', kind: 'products' });
    openPage('/north/catalogue');
    await listed();
    expect(screen.queryByLabelText('Catalogue')).toBeNull();
  });

  it('speaks German', async () => {
    openPage('/north/catalogue', { language: 'de' });
    expect(await listed('Produkte')).toHaveLength(24);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Produkte');
    expect(pageText()).toContain('39 Produkte');
  });
});

describe('a second live catalogue', () => {
  /** Two lamps in a catalogue that no box searches. */
  const publishSecond = async (): Promise<void> => {
    const { engine, store } = service.admin.kindred;
    service.signInAs('owner');
    await send('POST', 'websites/north/datasets', { name: 'outlet', kind: 'products' });
    const { tracker = '' } = store.datasets.byName(service.north.id, 'outlet') ?? {};
    const draft = { fields: catalogueFields, language: 'en', model: 'test', plans: [] };
    const builder = await engine.buildProducts(tracker, draft);
    for (const { product, picture } of catalogue().slice(0, 2)) await builder.add({ product, picture });
    const { version } = await builder.finish();
    await engine.makeLive(tracker, version);
  };

  it('is chosen on the page of products, which forgets the filter and keeps the words', async () => {
    await publishSecond();
    const { router } = openPage("/north/catalogue?q=shirt&filter=brand eq 'Acme'&page=1");
    await fill('Catalogue', 'outlet');
    await waitFor(() => expect(router.state.location.search).toEqual({ dataset: 'outlet', q: 'shirt' }));
    await waitFor(async () => expect(await listed()).toEqual(['Red shirt number 0']));
  });

  it('has products without look-alikes as long as no box uses it', async () => {
    openPage('/north/catalogue/outlet?product=p1');
    await screen.findByRole('heading', { level: 1, name: 'Blue lamp number 1' });
    expect(await screen.findByText('No search box uses this catalogue yet.')).toBeTruthy();
    expect(await screen.findByText('No live changes since the last import.')).toBeTruthy();
  });

  it('is searched by the palette too', async () => {
    openPage('/north/catalogue');
    await listed();
    fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
    const palette = await inDialog();
    const input = palette.getByRole('combobox', { name: /^Find a page/ });
    fireEvent.change(input, { target: { value: 'shirt number 0' } });
    await waitFor(() =>
      expect(palette.queryAllByRole('option').map((each) => each.textContent)).toEqual([
        'Red shirt number 0 of north · north-p0Product',
        'Red shirt number 0 · p0Product',
      ]),
    );
  });
});

describe('the page of one product', () => {
  const open = (identifier: string, language: 'en' | 'de' = 'en') =>
    openPage(`/north/catalogue/north-catalogue?product=${identifier}`, { language });

  it('opens from the list', async () => {
    const { router } = openPage('/north/catalogue');
    const [first = ''] = await listed();
    await press(first);
    await screen.findByRole('heading', { level: 1, name: first });
    expect(router.state.location.pathname).toBe('/north/catalogue/north-catalogue');
    expect(router.state.location.search).toEqual({ product: 'north-p0' });
    await screen.findByText('No campaign applies to this product.');
  });

  it('shows the record, the look-alikes and its place in their lists', async () => {
    open('north-p2');
    expect(await listed('Look-alikes')).toHaveLength(12);
    expect(pageText()).toMatch(/Brand\s?Borealis/);
    expect(pageText()).toContain('€12.00');
    const look = within(screen.getByRole('list', { name: 'Look-alikes' }));
    expect((await look.findAllByText(/^Place \d+ there$/)).length).toBeGreaterThan(3);
  });

  it('leads to a look-alike, to the lab and to the shop, and a viewer to no campaign', async () => {
    const { router } = open('north-p2');
    const [next = ''] = await listed('Look-alikes');
    expect(screen.getByRole('link', { name: 'Open in the shop' }).getAttribute('href')).toBe(
      'https://shop.example/p/2',
    );
    expect(screen.getByRole('link', { name: 'Compare in the lab' }).getAttribute('href')).toContain(
      '/lab?product=north-p2',
    );
    expect(screen.queryByRole('link', { name: 'New campaign' })).toBeNull();
    fireEvent.click(await screen.findByRole('button', { name: next }));
    await screen.findByRole('heading', { level: 1, name: next });
    expect(router.state.location.search).not.toEqual({ product: 'north-p2' });
  });

  it('lists variants, campaigns and live changes', async () => {
    service.signInAs('merchandiser');
    await send('POST', 'websites/north/campaigns', {
      name: 'Away with it',
      when: { brand: 'None' },
      effect: { promotion: { promotions: [{ hide: { identifiers: ['north-p34'] } }] } },
    });
    await service.admin.kindred.engine.change(service.north.datasetTracker, [
      { kind: 'update', at: 1, by: 'north-feeds', identifier: 'north-p36', set: { price: 7.5 } },
    ]);
    open('north-p36');
    const variants = within(await screen.findByRole('list', { name: 'Variants' }));
    expect(variants.getByRole('link').textContent).toContain('north-p34');
    const rows = screen.getAllByRole('row').map((row) => row.textContent);
    expect(rows).toContain('Away with itHides itDraft');
    expect(rows.join('\n')).toMatch(/ChangedPrice: 7\.50north-feedsNext version$/m);
    expect(screen.getByRole('link', { name: 'New campaign' }).getAttribute('href')).toContain(
      '/campaigns/new?product=north-p36',
    );
  });

  it('says that a campaign redirects instead of showing look-alikes', async () => {
    service.signInAs('merchandiser');
    await send('POST', 'websites/north/campaigns', {
      name: 'Away from it',
      state: 'published',
      when: { identifiers: ['north-p8'] },
      effect: { redirect: { url: 'https://north.example/elsewhere' } },
    });
    open('north-p8');
    expect(await screen.findByText(/redirects shoppers to https:\/\/north\.example\/elsewhere/)).toBeTruthy();
    const rows = (await screen.findAllByRole('row')).map((row) => row.textContent);
    expect(rows).toContain('Away from itShown on its pageRunning');
  });

  it('that is not in the catalogue says so', async () => {
    open('nothing-of-it');
    expect(await screen.findByText('There is no such product')).toBeTruthy();
    expect(pageText()).toContain('north-catalogue has no product with the number nothing-of-it');
  });

  it('speaks German', async () => {
    open('north-p3', 'de');
    expect(await listed('Ähnliche Produkte')).not.toEqual([]);
    await screen.findByText('Keine Kampagne betrifft dieses Produkt.');
    expect(pageText()).toContain('Eine Marke sagt, wo dieses Produkt in deren Listen steht.');
  });
});
