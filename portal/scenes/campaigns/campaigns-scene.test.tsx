import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { fill, inDialog, pageText, press, pressInDialog, valueOf } from '../../testing/actions.ts';
import { openPage } from '../../testing/open-page.tsx';
import { withService } from '../../testing/portal-service.ts';
import { send } from '../../testing/send.ts';
import { en } from '../../texts/en.ts';

const service = withService();

beforeEach(() => {
  service.signInAs('merchandiser');
  service.changes.length = 0;
});

const redirect = { redirect: { url: 'https://shop.example/sale' } };

const addCampaign = async (body: object): Promise<number> => {
  // A redirect without a condition would need a confirmation.
  const whole = { when: { brand: 'None' }, ...body };
  const { ruleId } = (await send('POST', 'websites/north/campaigns', whole)) as { ruleId: number };
  service.changes.length = 0;
  return ruleId;
};

/** Filters are edited as sentences at first. */
const writeFiltersAsText = async (): Promise<void> => {
  for (const button of await screen.findAllByRole('button', { name: 'Write as text' }))
    fireEvent.click(button);
};

/** The declaration that was sent when the campaign was saved. */
const saveDraft = async () => {
  await press('Save as draft');
  expect(await screen.findByText('Saved')).toBeTruthy();
  return service.changes.find(({ url }) => /campaigns(\/\d+)?$/.test(url))?.body as Record<string, unknown>;
};

describe('the list of campaigns', () => {
  it('shows kind, box, time, what shoppers meet and status of each', async () => {
    await addCampaign({ name: 'over', effect: redirect, until: '2020-01-01T00:00:00Z', state: 'published' });
    await addCampaign({
      name: 'to come',
      effect: redirect,
      from: '2999-01-01T12:00:00Z',
      state: 'published',
    });
    await addCampaign({ name: 'not yet', effect: redirect, box: 'north-similar', state: 'draft' });
    openPage('/north/campaigns');
    const table = within(await screen.findByRole('table'));
    const byName = new Map(
      table.getAllByRole('link').map((link) => {
        const [, , shows, status, clicks] = link.closest('tr')?.querySelectorAll('td') ?? [];
        const said = [link.nextElementSibling, shows, status, clicks];
        return [link.textContent, said.map((part) => part?.textContent)];
      }),
    );
    const address = 'https://shop.example/sale';
    expect(byName.get('north-campaign')?.[2]).toBe('Running');
    expect(byName.get('over')).toEqual(['Redirect · Until Jan 1, 2020', address, 'Ended', '–']);
    expect(byName.get('to come')).toEqual(['Redirect · From Jan 1, 2999', address, 'Scheduled', '–']);
    expect(byName.get('not yet')).toEqual(['Redirect · north-similar', address, 'Draft', '–']);
  });

  it('is a calendar too, with a bar for each campaign of these weeks', async () => {
    openPage('/north/campaigns');
    fireEvent.mouseDown(await screen.findByRole('tab', { name: 'Calendar' }), { button: 0 });
    const bar = await screen.findByRole('link', { name: 'north-campaign: Running, Always' });
    expect([bar.style.marginLeft, bar.style.width]).toEqual(['0%', '100%']);
    const over = screen.getByRole('link', { name: 'over: Ended, Until Jan 1, 2020' });
    expect([over.textContent, over.style.width]).toEqual(['over', '']);
    const looks = ['not yet: Draft, Always', 'to come: Scheduled, From Jan 1, 2999'].map(
      (name) => screen.getByRole('link', { name }).className,
    );
    expect(looks[0]).not.toBe(looks[1]);
    const legend = within(screen.getByRole('list', { name: 'States in the calendar' }));
    expect(legend.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
      'Draft',
      'Paused',
      'Scheduled',
      'Running',
      'Ended',
    ]);
  });

  it('moves by four weeks', async () => {
    openPage('/north/campaigns');
    fireEvent.mouseDown(await screen.findByRole('tab', { name: 'Calendar' }), { button: 0 });
    const panel = await screen.findByRole('tabpanel');
    const weeks = () =>
      [...panel.querySelectorAll('div[aria-hidden] > span')].map((each) => each.textContent);
    await waitFor(() => expect(weeks()).toHaveLength(8));
    const first = weeks();
    await press('Later');
    expect(weeks().slice(0, 4)).toEqual(first.slice(4));
    await press('Earlier');
    expect(weeks()).toEqual(first);
  });

  it('offers a viewer no new campaign', async () => {
    service.signInAs('viewer');
    openPage('/north/campaigns');
    await screen.findByRole('table');
    expect(screen.queryByRole('link', { name: 'New campaign' })).toBeNull();
  });
});

describe('a new campaign', () => {
  it('is a redirect: named, saved as a draft, and opened under its number', async () => {
    const { router } = openPage('/north/campaigns/new');
    fireEvent.click(await screen.findByRole('radio', { name: /^Redirect/ }));
    await fill('Web address', 'https://shop.example/autumn');
    await fill('Name', 'Autumn');
    await fill('Priority', '7');
    await fill('Share of requests', '0.25');
    expect(await saveDraft()).toEqual({
      name: 'Autumn',
      state: 'draft',
      effect: { redirect: { url: 'https://shop.example/autumn' } },
      priority: 7,
      share: 0.25,
    });
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/north\/campaigns\/\d+$/));
    expect(await screen.findByRole('heading', { level: 1, name: 'Autumn' })).toBeTruthy();
  });

  it('begins with the box of its link', async () => {
    openPage('/north/campaigns/new?box=north-similar');
    expect(await valueOf('Search box')).toBe('north-similar');
  });

  it('is published after a look at what it changes', async () => {
    openPage('/north/campaigns/new');
    fireEvent.click(await screen.findByRole('radio', { name: /^Banner/ }));
    await fill('The banner is', 'text');
    await fill('Text', 'Winter');
    await fill('Name', 'Winter');
    await press('Publish');
    await pressInDialog('Publish now');
    expect(await screen.findByText('Winter is published.')).toBeTruthy();
    expect(service.changes.slice(-2).map(({ url }) => url.replace(/\d+/, 'N'))).toEqual([
      '/admin/websites/north/campaigns',
      '/admin/websites/north/campaigns/N/publish',
    ]);
    expect(await screen.findByText('Running')).toBeTruthy();
  });

  it('says what is missing when it is saved without a name', async () => {
    openPage('/north/campaigns/new');
    fireEvent.click(await screen.findByRole('radio', { name: /^Redirect/ }));
    await press('Save as draft');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/^Not saved\. Please correct: Name: fill this in/);
    expect(alert.textContent).toContain('Name');
  });

  it('has banners: a place, and contents that are added and removed', async () => {
    openPage('/north/campaigns/new');
    fireEvent.click(await screen.findByRole('radio', { name: /^Banner/ }));
    const write = async (banner: number, text: string): Promise<void> => {
      const kinds = await screen.findAllByLabelText('The banner is');
      fireEvent.change(kinds[banner] as HTMLElement, { target: { value: 'text' } });
      const fields = await screen.findAllByLabelText('Text');
      fireEvent.change(fields[banner] as HTMLElement, { target: { value: text } });
    };
    await write(0, 'One');
    expect(screen.queryByRole('button', { name: 'Remove Banner 1' })).toBeNull();
    await press('Add another banner');
    await write(1, 'Two');
    await press('Add another banner');
    await write(2, 'Three');
    await press('Remove Banner 2');
    await fill('Name', 'Banners');
    fireEvent.click(screen.getByRole('radio', { name: 'Below filters' }));
    const { effect } = (await saveDraft()) as {
      effect: { banner: { contents: string[]; position: string } };
    };
    expect(effect.banner.contents).toEqual(['<p>One</p>', '<p>Three</p>']);
    expect(effect.banner.position).toBe('filterBottom');
  });

  it('has a banner made of a picture, a link and an alternative text, shown as shoppers see it', async () => {
    openPage('/north/campaigns/new');
    fireEvent.click(await screen.findByRole('radio', { name: /^Banner/ }));
    await fill('Address of the picture', 'https://cdn.example/spring.jpg');
    await fill(/^Link/, 'https://shop.example/spring');
    await fill('Alternative text', 'Spring "sale"');
    const content =
      '<a href="https://shop.example/spring"><img src="https://cdn.example/spring.jpg" alt="Spring &quot;sale&quot;"></a>';
    const preview = within(await screen.findByRole('figure', { name: 'Preview of the banner' }));
    const image = preview.getByRole<HTMLImageElement>('img', { name: 'Spring "sale"' });
    expect(image.getAttribute('src')).toBe(
      '/admin/websites/north/datasets/north-catalogue/pictures?address=https%3A%2F%2Fcdn.example%2Fspring.jpg',
    );
    expect(preview.getByText('Leads to https://shop.example/spring')).toBeTruthy();
    fireEvent.error(image);
    expect(await preview.findByText(/^The service cannot load this picture/)).toBeTruthy();
    await fill('Name', 'Spring picture');
    expect((await saveDraft()).effect).toEqual({
      banner: { position: 'resultPageTop', contents: [content] },
    });
  });

  it('takes the picture of a banner from this computer', async () => {
    openPage('/north/campaigns/new');
    fireEvent.click(await screen.findByRole('radio', { name: /^Banner/ }));
    const drop = await screen.findByLabelText('Drop a picture here, or choose one');
    const choose = (content: Buffer<ArrayBuffer>, name: string) =>
      fireEvent.change(drop, { target: { files: [new File([content], name)] } });
    const picture = await sharp({ create: { width: 90, height: 30, channels: 3, background: '#c02020' } })
      .png()
      .toBuffer();
    choose(Buffer.from('no picture'), 'Spring.PNG');
    expect(await screen.findByText(en['pictures.refusal.not-a-picture'])).toBeTruthy();
    choose(Buffer.from(picture), 'Spring.PNG');
    await waitFor(async () =>
      expect(await valueOf('Address of the picture')).toMatch(/\/pictures\/[^/]+\/banner-\w+\.png$/),
    );
  });

  it('says beside the field that a banner needs the address of a picture', async () => {
    openPage('/north/campaigns/new');
    fireEvent.click(await screen.findByRole('radio', { name: /^Banner/ }));
    await fill('Address of the picture', 'None');
    const said = 'Enter a web address that starts with https://.';
    expect(await screen.findByText(said)).toBeTruthy();
    await fill('Address of the picture', 'https://cdn.example/a.jpg');
    await waitFor(() => expect(screen.queryByText(said)).toBeNull());
  });

  it('has a banner written by hand for who asks for it, and its fields again', async () => {
    openPage('/north/campaigns/new');
    fireEvent.click(await screen.findByRole('radio', { name: /^Banner/ }));
    expect(screen.queryByLabelText('Banner 1')).toBeNull();
    await fill('The banner is', 'html');
    await fill('Banner 1', '<b>Spring</b>');
    expect(screen.queryByLabelText('Address of the picture')).toBeNull();
    await fill('The banner is', 'picture');
    expect(await valueOf('Address of the picture')).toBe('');
  });

  it('has ads: products that are picked, moved and removed', async () => {
    openPage('/north/campaigns/new');
    fireEvent.click(await screen.findByRole('radio', { name: /^Ads/ }));
    expect(await screen.findByText('No products yet.')).toBeTruthy();
    for (const name of ['north-p1', 'north-p3', 'north-p5']) {
      await fill('Find by name or identifier', name);
      await pressInDialog(new RegExp(`${name}(?!\\d)`));
    }
    const picked = await (await inDialog()).findByRole<HTMLButtonElement>('button', {
      name: /north-p5(?!\d)/,
    });
    expect(picked.disabled).toBe(true);
    await pressInDialog('Close');
    await press(/^Move .*number 5 of north one place forward$/);
    await press(/^Remove .*number 1 of north$/);
    await fill('Name', 'Ads');
    expect((await saveDraft()).effect).toEqual({ ads: { identifiers: ['north-p5', 'north-p3'] } });
  });

  it('asks a question with tiles, whose ids stay when one is removed', async () => {
    openPage('/north/campaigns/new');
    fireEvent.click(await screen.findByRole('radio', { name: /^Guided choice/ }));
    await fill('Question', 'Which colour?');
    await press('Add a tile');
    const texts = await screen.findAllByLabelText('Text');
    await writeFiltersAsText();
    const filters = screen.getAllByLabelText('Filter as text');
    ['Red', 'Blue'].forEach((text, index) => {
      fireEvent.change(texts[index] as Element, { target: { value: text } });
      fireEvent.change(filters[index] as Element, { target: { value: `color eq '${text}'` } });
    });
    fireEvent.click(screen.getAllByLabelText('Rank them first, and keep the others')[1] as Element);
    await press('Remove Tile 1');
    await press('Add a tile');
    const again = await screen.findAllByLabelText('Text');
    fireEvent.change(again[1] as Element, { target: { value: 'Green' } });
    await writeFiltersAsText();
    fireEvent.change(screen.getAllByLabelText('Filter as text')[1] as Element, {
      target: { value: "color eq 'Green'" },
    });
    await fill('Name', 'Question');
    expect((await saveDraft()).effect).toEqual({
      intentClarification: {
        question: 'Which colour?',
        tiles: [
          { id: 'tile-2', text: 'Blue', filter: "color eq 'Blue'", factor: 2 },
          { id: 'tile-1', text: 'Green', filter: "color eq 'Green'" },
        ],
      },
    });
  });
});

describe('a promotion', () => {
  /** happy-dom calculates the step of 0.1 without tolerance and would refuse the form that a browser takes. */
  const addRule = async () =>
    fireEvent.submit((await screen.findByLabelText('Filter as text')).closest('form') as HTMLElement);

  it('takes rules by filter; a blank filter is not a rule', async () => {
    openPage('/north/campaigns/new');
    await writeFiltersAsText();
    await fill('Filter as text', '   ');
    await addRule();
    expect(screen.queryByText('What the campaign does')).toBeNull();
    await fill('Filter as text', " brand eq 'Acme' ");
    await fill('Strength', '3');
    await addRule();
    expect(await screen.findByText(/^Boost products whose brand is Acme by 3\.0$/i)).toBeTruthy();
    await fill('Action', 'bury');
    expect(await valueOf('Strength')).toBe('0.5');
    await fill('Filter as text', 'price gt 30');
    await addRule();
    await fill('Action', 'hide');
    expect(screen.queryByLabelText('Strength')).toBeNull();
    await fill('Filter as text', 'sale eq true');
    await addRule();
    await press('Highlighted', 'switch');
    await fill('Name', 'By filter');
    expect((await saveDraft()).effect).toEqual({
      promotion: {
        promotions: [
          { boost: { filter: "brand eq 'Acme'", factor: 3 } },
          { bury: { filter: 'price gt 30', factor: 0.5 } },
          { hide: { filter: 'sale eq true' } },
        ],
        highlighted: true,
      },
    });
  });

  it('removes a rule by its sentence', async () => {
    const ruleId = await addCampaign({
      name: 'Two rules',
      state: 'draft',
      effect: {
        promotion: {
          promotions: [
            { pin: { identifier: 'north-p2', position: 1 } },
            { hide: { identifiers: ['north-p4', 'unknown'] } },
          ],
        },
      },
    });
    openPage(`/north/campaigns/${ruleId}`);
    expect(await screen.findByText(/^Pin .*number 2 of north \(north-p2\) to 1$/)).toBeTruthy();
    expect(screen.getByText(/^Hide .*number 4 of north \(north-p4\), unknown$/)).toBeTruthy();
    await press(/^Remove Pin .*north-p2\) to 1$/);
    expect((await saveDraft()).effect).toEqual({
      promotion: { highlighted: false, promotions: [{ hide: { identifiers: ['north-p4', 'unknown'] } }] },
    });
  });

  it('arranges the look-alikes of a product: moving one pins it, and the comparison shows it', async () => {
    openPage('/north/campaigns/new');
    await press(/^Look-alikes of /);
    await fill('Find by name or identifier', 'north-p0');
    await pressInDialog(/north-p0(?!\d)/);
    expect(await screen.findByText(/^Look-alikes of .*number 0 of north$/)).toBeTruthy();
    const later = await screen.findAllByRole('button', { name: /one place back$/ });
    const name = /^Move (.*) one place back$/.exec(later[0]?.getAttribute('aria-label') ?? '')?.[1] ?? '';
    fireEvent.click(later[0] as HTMLElement);
    expect(await screen.findByText(new RegExp(`^${name} is now at position 2 of \\d+\\.$`))).toBeTruthy();
    expect(await screen.findByText(new RegExp(`^Pin ${name} \\(.*\\) to 2$`))).toBeTruthy();
    expect(await screen.findByText('Pinned to 2')).toBeTruthy();
    expect((await screen.findAllByText(/^Down 1$/)).length).toBeGreaterThan(0);
  });
});

describe('the schedule and the condition', () => {
  it('are saved as days in order, and instants', async () => {
    openPage('/north/campaigns/new');
    fireEvent.click(await screen.findByRole('radio', { name: /^Redirect/ }));
    await fill('Web address', 'https://shop.example/w');
    await fill('Name', 'Weekend');
    for (const day of ['Sun', 'Mon', 'Sat', 'Mon']) await press(day);
    await fill('From', '2030-05-01T10:00');
    const { weekdays, from } = await saveDraft();
    expect(weekdays).toEqual([6, 7]);
    expect(from).toBe(new Date('2030-05-01T10:00').toISOString());
  });

  it('name the clauses that were added', async () => {
    openPage('/north/campaigns/new');
    fireEvent.click(await screen.findByRole('radio', { name: /^Redirect/ }));
    expect(pageText()).toContain('Always, for every product.');
    const kinds = within(screen.getByRole('group', { name: 'Add a condition' })).getAllByRole('button');
    expect(kinds).toHaveLength(7);
    fireEvent.click(kinds[1] as HTMLElement);
    await waitFor(() => expect(pageText()).not.toContain('Always, for every product.'));
  });
});

describe('an existing campaign', () => {
  it('is paused, and says so', async () => {
    const ruleId = await addCampaign({ name: 'Running one', state: 'published', effect: redirect });
    openPage(`/north/campaigns/${ruleId}`);
    await screen.findByText('Running');
    await press('More');
    await press('Pause', 'menuitem');
    expect(await screen.findByText('Running one is paused.')).toBeTruthy();
    expect(await screen.findByText('Paused')).toBeTruthy();
  });

  it('keeps its kind of effect', async () => {
    const ruleId = await addCampaign({ name: 'Fixed kind', state: 'draft', effect: redirect });
    openPage(`/north/campaigns/${ruleId}`);
    await screen.findByLabelText('Web address');
    expect(screen.queryByRole('radio', { name: /^Banner/ })).toBeNull();
  });

  it('has a history, whose last change can be undone', async () => {
    const ruleId = await addCampaign({ name: 'First name', state: 'draft', effect: redirect });
    await send('PUT', `websites/north/campaigns/${ruleId}`, {
      name: 'Second name',
      state: 'draft',
      effect: redirect,
    });
    openPage(`/north/campaigns/${ruleId}`);
    const history = (await screen.findByRole('heading', { name: 'History' })).closest(
      'section',
    ) as HTMLElement;
    const entries = async () =>
      (await within(history).findAllByRole('listitem')).map((each) => each.textContent);
    expect((await entries()).map((text) => text.slice(0, 7))).toEqual(['Changed', 'Created']);
    await press('Undo the last change');
    expect(await screen.findByRole('heading', { level: 1, name: 'First name' })).toBeTruthy();
  });

  it('is deleted after a question', async () => {
    const ruleId = await addCampaign({ name: 'Last one', state: 'draft', effect: redirect });
    const { router } = openPage(`/north/campaigns/${ruleId}`);
    await press('More');
    await press('Delete', 'menuitem');
    expect((await inDialog()).getByRole('heading').textContent).toBe('Delete Last one?');
    await pressInDialog('Delete');
    await waitFor(() => expect(router.state.location.pathname).toBe('/north/campaigns'));
    await screen.findByRole('link', { name: 'north-campaign' });
    expect(screen.queryByRole('link', { name: 'Last one' })).toBeNull();
  });

  it('is read only for a viewer', async () => {
    const ruleId = await addCampaign({ name: 'To read', state: 'draft', effect: redirect });
    service.signInAs('viewer');
    openPage(`/north/campaigns/${ruleId}`);
    expect((await screen.findByLabelText<HTMLInputElement>('Web address')).disabled).toBe(true);
    for (const name of ['Save as draft', 'Publish', 'More', 'Undo the last change'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });
});
