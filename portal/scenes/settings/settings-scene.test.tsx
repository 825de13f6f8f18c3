import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fill } from '../../testing/actions.ts';
import { openPage } from '../../testing/open-page.tsx';
import { withService } from '../../testing/portal-service.ts';

const service = withService();

beforeEach(() => {
  service.signInAs('owner');
  service.changes.length = 0;
});

const fail = (): never => {
  throw new Error('There is no shop.');
};

/** The card with this heading. */
const findCard = async (name: string) => {
  const section = (await screen.findByRole('heading', { name, level: 2 })).closest('section');
  if (!section) throw new Error(`There is no card ${name}.`);
  return within(section);
};

const saveIn = async (card: Awaited<ReturnType<typeof findCard>>) => {
  fireEvent.click(card.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved')).toBeTruthy();
  return service.changes.at(-1);
};

describe('the settings of a shop', () => {
  it('change its name and address; everything else stays', async () => {
    openPage('/north/settings');
    const card = await findCard('Shop');
    expect(card.getByText('The short name north cannot be changed.')).toBeTruthy();
    await fill('Name', 'North and more');
    await fill('Address of the shop (optional)', 'https://more.example');
    expect(await saveIn(card)).toMatchObject({
      method: 'PUT',
      url: '/admin/websites/north',
      body: { name: 'north', displayName: 'North and more', url: 'https://more.example' },
    });
    expect(await screen.findAllByText('North and more')).not.toEqual([]);
  });

  it('change its language, and say when that takes effect', async () => {
    openPage('/north/settings');
    const card = await findCard('Shop');
    const select = card.getByLabelText<HTMLSelectElement>('Language of the catalogue');
    expect([select.value, card.queryByText(/next import/)]).toEqual(['en', null]);
    fireEvent.change(select, { target: { value: 'de' } });
    expect(card.getByText(/next import/)).toBeTruthy();
    expect(await saveIn(card)).toMatchObject({ url: '/admin/websites/north', body: { language: 'de' } });
    expect(service.admin.kindred.store.websites.byName('north')?.language).toBe('de');
    await waitFor(() => expect(card.queryByText(/next import/)).toBeNull());
    fireEvent.change(card.getByLabelText('Language of the catalogue'), { target: { value: 'en' } });
    await saveIn(card);
  });

  it('keep a language that the list does not offer', async () => {
    const { store } = service.admin.kindred;
    const { id: _id, tracker: _tracker, ...website } = store.websites.byName('north') ?? fail();
    await store.websites.put('test', { ...website, language: 'fi' });
    openPage('/north/settings');
    const card = await findCard('Shop');
    const select = card.getByLabelText<HTMLSelectElement>('Language of the catalogue');
    expect([select.value, select.selectedOptions[0]?.textContent]).toEqual(['fi', 'Finnish']);
    await fill('Name', 'North again');
    expect(await saveIn(card)).toMatchObject({ body: { language: 'fi' } });
    await store.websites.put('test', website);
  });

  it('say why an address is refused', async () => {
    openPage('/north/settings');
    const card = await findCard('Shop');
    await fill('Address of the shop (optional)', 'javascript:alert(1)');
    fireEvent.submit(card.getByLabelText('Name').closest('form') as HTMLFormElement);
    expect((await card.findByRole('alert')).textContent).not.toBe('');
  });

  it.each(['merchandiser', 'viewer'] as const)('are read by a %s, who changes nothing', async (role) => {
    service.signInAs(role);
    openPage('/north/settings');
    const card = await findCard('Synonyms');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(card.getByLabelText<HTMLTextAreaElement>('Groups of synonyms').disabled).toBe(true);
    expect(card.queryByLabelText('Import CSV')).toBeNull();
    expect(card.getByRole('link', { name: 'Export CSV' })).toBeTruthy();
  });
});

describe('the synonyms of a shop', () => {
  it('show what saving changes, are saved, and exported as they are stored', async () => {
    openPage('/north/settings');
    const card = await findCard('Synonyms');
    await fill('Groups of synonyms', 'sofa, couch\ntv; television');
    expect(card.getByRole('status').textContent).toBe(
      'Saving adds 2 and removes 0 lines.+ sofa, couch+ tv, television',
    );
    expect((await saveIn(card))?.body).toMatchObject({
      synonyms: [
        ['sofa', 'couch'],
        ['tv', 'television'],
      ],
    });
    await waitFor(() =>
      expect(decodeURIComponent(card.getByRole('link').getAttribute('href') ?? '')).toBe(
        'data:text/csv;charset=utf-8,sofa, couch\ntv, television\n',
      ),
    );
    await fill('Groups of synonyms', 'tv, television');
    expect(card.getByRole('status').textContent).toBe('Saving adds 0 and removes 1 line.− sofa, couch');
  });

  it('name faults by line, and are not saved with one', async () => {
    openPage('/north/settings');
    const card = await findCard('Synonyms');
    await fill('Groups of synonyms', 'sofa, couch\nalone\n"open');
    expect(card.getByRole('alert').textContent).toBe(
      'Line 2: a group needs at least two words.Line 3: a quotation mark is not closed.',
    );
    expect(card.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    fireEvent.click(card.getByRole('button', { name: 'Discard changes' }));
    expect(card.queryByRole('alert')).toBeNull();
    expect(service.changes).toEqual([]);
  });

  it('are imported from a file, with the same preview', async () => {
    openPage('/north/settings');
    const card = await findCard('Synonyms');
    const file = new File(['\uFEFFlamp;light\r\nchair;seat\r\n'], 'synonyms.csv', { type: 'text/csv' });
    fireEvent.change(card.getByLabelText('Import CSV'), { target: { files: [file] } });
    expect((await card.findByRole('status')).textContent).toContain('+ lamp, light+ chair, seat');
    expect(service.changes).toEqual([]);
  });
});

describe('the redirects of search terms', () => {
  const title = 'Redirects of search terms';

  it('are saved with the rest of the settings, and exported as they are stored', async () => {
    openPage('/north/settings');
    const card = await findCard(title);
    await fill('Terms and addresses', 'returns, https://north.example/returns');
    expect(card.getByRole('status').textContent).toBe(
      'Saving adds 1 and removes 0 lines.+ returns, https://north.example/returns',
    );
    expect(await saveIn(card)).toMatchObject({
      method: 'PUT',
      url: '/admin/websites/north',
      body: { name: 'north', redirects: [{ term: 'returns', url: 'https://north.example/returns' }] },
    });
    const link = card.getByRole('link', { name: 'Export CSV' });
    expect(link.getAttribute('download')).toBe('north-redirects.csv');
    await waitFor(() =>
      expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain(
        'returns, https://north.example/returns\n',
      ),
    );
  });

  it('name an address that is none, and are not saved with it', async () => {
    openPage('/north/settings');
    const card = await findCard(title);
    await fill(
      'Terms and addresses',
      'sale, https://north.example/sale\nreturns, javascript:alert(1)\nalone',
    );
    expect(card.getByRole('alert').textContent).toBe(
      'Line 2: the address has to start with http:// or https://.' +
        'Line 3: a search term and one address are needed. Put quotation marks around what holds a comma.',
    );
    expect(card.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    expect(service.changes).toEqual([]);
  });

  it('say what the service refuses: two spellings of one term', async () => {
    openPage('/north/settings');
    const card = await findCard(title);
    await fill(
      'Terms and addresses',
      'gift cards, https://north.example/1\ngift card, https://north.example/2',
    );
    fireEvent.click(card.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(card.getByRole('alert').textContent).toContain('means the same as gift cards above'),
    );
  });

  it('are imported from a file', async () => {
    openPage('/north/settings');
    const card = await findCard(title);
    const file = new File(['help;https://north.example/help\r\n'], 'redirects.csv', { type: 'text/csv' });
    fireEvent.change(card.getByLabelText('Import CSV'), { target: { files: [file] } });
    expect((await card.findByRole('status')).textContent).toContain('+ help, https://north.example/help');
    expect(service.changes).toEqual([]);
  });
});

describe('the blocked words', () => {
  it('of search terms are saved with the rest of the dataset', async () => {
    openPage('/north/settings');
    const card = await findCard('Blocked words of north-searches');
    await fill('Blocked words', 'damn\nbad word');
    expect(await saveIn(card)).toMatchObject({
      url: '/admin/websites/north/datasets/north-searches',
      body: { products: 'north-catalogue', learning: { blockedWords: ['damn', 'bad word'] } },
    });
  });

  it('say when the search terms cannot be read', async () => {
    service.failOnce('/datasets', 500, { code: 'internal', message: 'Broken.', requestId: 'req-1' });
    openPage('/north/settings');
    expect(await screen.findByText('Request req-1')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await findCard('Blocked words of north-searches');
  });

  it('speak German', async () => {
    openPage('/north/settings', { language: 'de' });
    const card = await findCard('Gesperrte Wörter von north-searches');
    await fill('Gesperrte Wörter', 'a, b');
    expect(card.getByRole('alert').textContent).toBe('Zeile 1: Nur ein Wort oder Ausdruck je Zeile.');
  });
});
