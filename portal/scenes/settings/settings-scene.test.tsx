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
    expect(card.getByLabelText<HTMLInputElement>('Short name')).toMatchObject({
      value: 'north',
      disabled: true,
    });
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
    expect([select.value, card.queryByText(/built in the new language/)]).toEqual(['en', null]);
    fireEvent.change(select, { target: { value: 'de' } });
    expect(card.getByText(/built in the new language/)).toBeTruthy();
    expect(await saveIn(card)).toMatchObject({ url: '/admin/websites/north', body: { language: 'de' } });
    expect(service.admin.kindred.store.websites.byName('north')?.language).toBe('de');
    await waitFor(() => expect(card.queryByText(/built in the new language/)).toBeNull());
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
});
