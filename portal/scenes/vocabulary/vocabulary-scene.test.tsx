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

/** The card with this heading. */
const findCard = async (name: string) => {
  const section = (await screen.findByRole('heading', { name, level: 2 })).closest('section');
  if (!section) throw new Error(`There is no card ${name}.`);
  return within(section);
};

/** The card as lines of text. */
const openAsText = async (name: string) => {
  const card = await findCard(name);
  fireEvent.click(card.getByRole('button', { name: /as text|als Text/i }));
  return card;
};

/** Without the previews of the search that is tried. */
const listSaved = () => service.changes.filter(({ method }) => method === 'PUT');

const saveIn = async (card: Awaited<ReturnType<typeof findCard>>) => {
  fireEvent.click(card.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved')).toBeTruthy();
  return listSaved().at(-1);
};

describe('the vocabulary of a shop', () => {
  it('are read by a viewer, who changes nothing', async () => {
    service.signInAs('viewer');
    openPage('/north/vocabulary');
    const card = await openAsText('Synonyms');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(card.getByLabelText<HTMLTextAreaElement>('Groups of synonyms').disabled).toBe(true);
    expect(card.queryByLabelText('Import CSV')).toBeNull();
    expect(card.getByRole('link', { name: 'Export CSV' })).toBeTruthy();
  });
});

describe('the synonyms of a shop', () => {
  it('show what saving changes, are saved, and exported as they are stored', async () => {
    openPage('/north/vocabulary');
    const card = await openAsText('Synonyms');
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
    openPage('/north/vocabulary');
    const card = await openAsText('Synonyms');
    await fill('Groups of synonyms', 'sofa, couch\nalone\n"open');
    expect(card.getByRole('alert').textContent).toBe(
      'Line 2: a group needs at least two words.Line 3: a quotation mark is not closed.',
    );
    expect(card.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    fireEvent.click(card.getByRole('button', { name: 'Discard changes' }));
    expect(card.queryByRole('alert')).toBeNull();
    expect(listSaved()).toEqual([]);
  });

  it('are imported from a file, with the same preview', async () => {
    openPage('/north/vocabulary');
    const card = await openAsText('Synonyms');
    const file = new File(['\uFEFFlamp;light\r\nchair;seat\r\n'], 'synonyms.csv', { type: 'text/csv' });
    fireEvent.change(card.getByLabelText('Import CSV'), { target: { files: [file] } });
    expect((await card.findByRole('status')).textContent).toContain('+ lamp, light+ chair, seat');
    expect(listSaved()).toEqual([]);
  });
});

describe('the redirects of search terms', () => {
  const title = 'Redirects of search terms';

  it('are saved by a merchandiser, and exported as they are stored', async () => {
    service.signInAs('merchandiser');
    openPage('/north/vocabulary');
    const card = await openAsText(title);
    await fill('Terms and addresses', 'returns, https://north.example/returns');
    expect(card.getByRole('status').textContent).toBe(
      'Saving adds 1 and removes 0 lines.+ returns, https://north.example/returns',
    );
    expect(await saveIn(card)).toMatchObject({
      method: 'PUT',
      url: '/admin/websites/north/vocabulary',
      body: { redirects: [{ term: 'returns', url: 'https://north.example/returns' }] },
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
    openPage('/north/vocabulary');
    const card = await openAsText(title);
    await fill(
      'Terms and addresses',
      'sale, https://north.example/sale\nreturns, javascript:alert(1)\nalone',
    );
    expect(card.getByRole('alert').textContent).toBe(
      'Line 2: the address has to start with http:// or https://.' +
        'Line 3: a search term and one address are needed. Put quotation marks around what holds a comma.',
    );
    expect(card.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    expect(listSaved()).toEqual([]);
  });

  it('say what the service refuses: two spellings of one term', async () => {
    openPage('/north/vocabulary');
    const card = await openAsText(title);
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
    openPage('/north/vocabulary');
    const card = await openAsText(title);
    const file = new File(['help;https://north.example/help\r\n'], 'redirects.csv', { type: 'text/csv' });
    fireEvent.change(card.getByLabelText('Import CSV'), { target: { files: [file] } });
    expect((await card.findByRole('status')).textContent).toContain('+ help, https://north.example/help');
    expect(listSaved()).toEqual([]);
  });
});

describe('the blocked words', () => {
  it('of search terms are saved with the rest of the dataset', async () => {
    openPage('/north/vocabulary');
    const card = await openAsText('Blocked words');
    await fill('Blocked words', 'damn\nbad word');
    expect(await saveIn(card)).toMatchObject({
      url: '/admin/websites/north/vocabulary',
      body: { blocked: { dataset: 'north-searches', words: ['damn', 'bad word'] } },
    });
    const stored = service.admin.kindred.store.datasets.byName(service.north.id, 'north-searches');
    expect(stored?.learning?.blockedWords).toEqual(['damn', 'bad word']);
    expect(stored?.productsId).not.toBeNull();
  });

  it('say when the search terms cannot be read', async () => {
    service.failOnce('/datasets', 500, { code: 'internal', message: 'Broken.', requestId: 'req-1' });
    openPage('/north/vocabulary');
    expect(await screen.findByText('Request req-1')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await findCard('Blocked words');
  });

  it('speak German', async () => {
    openPage('/north/vocabulary', { language: 'de' });
    const card = await openAsText('Gesperrte Wörter');
    await fill('Gesperrte Wörter', 'a, b');
    expect(card.getByRole('alert').textContent).toBe('Zeile 1: Nur ein Wort oder Ausdruck je Zeile.');
  });
});

describe('a list as rows', () => {
  it('adds, finds and removes lines, each saved at once and with a way back', async () => {
    const { store } = service.admin.kindred;
    const website = store.websites.byName('north');
    if (website === null) throw new Error('There is no shop.');
    await store.websites.put('test', {
      ...website,
      synonyms: [
        ['lamp', 'light'],
        ['chair', 'seat'],
      ],
    });
    openPage('/north/vocabulary');
    const card = await findCard('Synonyms');
    const rows = () => card.getAllByRole('listitem').map(({ textContent }) => textContent);
    await waitFor(() =>
      expect(rows()).toEqual(['lamplightRemove lamp, light', 'chairseatRemove chair, seat']),
    );
    await fill('Find or add a group', 'seat');
    expect(rows()).toEqual(['chairseatRemove chair, seat']);
    await fill('Find or add a group', 'sofa, couch');
    const words = () => (listSaved().at(-1)?.body as { synonyms?: unknown } | undefined)?.synonyms;
    fireEvent.click(card.getByRole('button', { name: 'Add' }));
    const both = [
      ['lamp', 'light'],
      ['chair', 'seat'],
    ];
    await waitFor(() => expect(words()).toEqual([...both, ['sofa', 'couch']]));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(words()).toEqual(both));
    fireEvent.click(await card.findByRole('button', { name: 'Remove lamp, light' }));
    await waitFor(() => expect(words()).toEqual([['chair', 'seat']]));
  });

  it('names what is wrong with a line that was added', async () => {
    openPage('/north/vocabulary');
    const card = await findCard('Redirects of search terms');
    await fill('Find or add a term with its address', 'returns');
    fireEvent.click(card.getByRole('button', { name: 'Add' }));
    expect(card.getByRole('alert').textContent).toContain('a search term and one address are needed');
    expect(card.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  });
});

describe('a search that is tried', () => {
  it('says where it leads, what means the same, and what is suggested', async () => {
    const { store } = service.admin.kindred;
    const website = store.websites.byName('north');
    if (website === null) throw new Error('There is no shop.');
    await store.websites.put('test', {
      ...website,
      synonyms: [['sofa', 'couch']],
      redirects: [{ term: 'sofa', url: 'https://north.example/sofas' }],
    });
    openPage('/north/vocabulary');
    await findCard('Try a search');
    await fill('Search term', 'Sofa');
    expect(await screen.findByText('The shopper goes to https://north.example/sofas.')).toBeTruthy();
    expect(screen.getByText('Means the same as couch.')).toBeTruthy();
    expect(await screen.findByText('Nothing is suggested for this.')).toBeTruthy();
  });
});
