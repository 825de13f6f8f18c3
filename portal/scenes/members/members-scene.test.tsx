import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  expectNoDialog,
  fill,
  inDialog,
  pageText,
  press,
  pressInDialog,
  tableRows,
} from '../../testing/actions.ts';
import { openPage } from '../../testing/open-page.tsx';
import { withService } from '../../testing/portal-service.ts';
import { send } from '../../testing/send.ts';

const service = withService();

beforeEach(() => {
  service.signInAs('owner');
  service.changes.length = 0;
});

describe('the members of a shop', () => {
  it('are listed with role and last visit; the own role cannot be changed', async () => {
    openPage('/north/members');
    const table = within(await screen.findByRole('table'));
    expect(table.queryByLabelText('Role of owner@shop.example')).toBeNull();
    expect(table.getByLabelText<HTMLSelectElement>('Role of viewer@shop.example').value).toBe('viewer');
    expect(table.queryByRole('button', { name: 'Remove owner@shop.example' })).toBeNull();
    expect(table.getByRole('button', { name: 'Remove viewer@shop.example' })).toBeTruthy();
    expect(table.getAllByText('Never').length).toBeGreaterThan(0);
  });

  it('get another role at once, and the change is confirmed', async () => {
    openPage('/north/members');
    await fill('Role of viewer@shop.example', 'merchandiser');
    expect(await screen.findByText('Saved')).toBeTruthy();
    expect(service.changes).toEqual([
      {
        method: 'PUT',
        url: '/admin/websites/north/members/viewer%40shop.example',
        body: { role: 'merchandiser' },
      },
    ]);
    await fill('Role of viewer@shop.example', 'viewer');
    await waitFor(() => expect(service.changes).toHaveLength(2));
  });

  it('keep their role when the service refuses, and the refusal is shown', async () => {
    openPage('/north/members');
    await screen.findByRole('table');
    service.failOnce('/members/viewer', 503, { message: 'The store is locked.' });
    await fill('Role of viewer@shop.example', 'owner');
    expect(await screen.findByText('The store is locked.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLSelectElement>('Role of viewer@shop.example').value).toBe('viewer');
  });

  it.each(['merchandiser', 'viewer'] as const)('are read only for a %s', async (role) => {
    service.signInAs(role);
    openPage('/north/members');
    const table = within(await screen.findByRole('table'));
    expect(table.queryAllByRole('combobox')).toEqual([]);
    expect(table.queryAllByRole('button')).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull();
  });
});

describe('an invitation', () => {
  it('is a link to pass on, with the chosen role, and the guest is listed as invited', async () => {
    openPage('/north/members');
    await fill('E-mail address', 'guest@shop.example');
    await fill('Role', 'viewer');
    await press('Invite');
    expect(await screen.findByText('Send this link to guest@shop.example. It works once.')).toBeTruthy();
    expect(screen.getByText(/\/portal\/invitation\//)).toBeTruthy();
    expect(service.changes.at(-1)?.body).toEqual({ email: 'guest@shop.example', role: 'viewer' });
    await waitFor(async () => {
      const row = (await tableRows()).find(([email]) => email?.startsWith('guest@'));
      expect(row?.join(' ')).toContain('Invited');
    });
  });

  it('offers the roles from the fewest rights to the most, and merchandiser first', async () => {
    openPage('/north/members');
    const role = await screen.findByLabelText<HTMLSelectElement>('Role');
    expect([...role.options].map(({ value }) => value)).toEqual(['viewer', 'merchandiser', 'owner']);
    expect(role.value).toBe('merchandiser');
  });

  it('says why an address is refused', async () => {
    openPage('/north/members');
    await fill('E-mail address', 'viewer@shop.example');
    await press('Invite');
    expect((await screen.findByRole('alert')).textContent).toMatch(/member/);
  });
});

describe('removing a member', () => {
  it('asks, names the person, and takes the row away', async () => {
    const { admin, north } = service;
    await admin.kindred.store.operators.put(
      north.id,
      'test',
      'gone@shop.example',
      'viewer',
      'four plain words',
    );
    openPage('/north/members');
    await press('Remove gone@shop.example');
    expect((await inDialog()).getByRole('heading').textContent).toBe('Remove gone@shop.example?');
    await pressInDialog('Remove');
    expect(await screen.findByText('gone@shop.example was removed.')).toBeTruthy();
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Remove gone@shop.example' })).toBeNull(),
    );
  });

  it('is left alone on request', async () => {
    openPage('/north/members');
    await press('Remove viewer@shop.example');
    await pressInDialog('Cancel');
    await expectNoDialog();
    expect(service.changes).toEqual([]);
  });
});

describe('the audit', () => {
  it('lists every change, newest first, with who and what', async () => {
    openPage('/north/audit');
    const rows = await tableRows();
    expect(rows.at(-1)?.slice(1, 3)).toEqual(['test', expect.stringMatching(/^Shop created north/)]);
    expect(rows.map((row) => row[2]).join()).toContain('Member created');
  });

  it('says in the list what an edit changed', async () => {
    const { admin, north } = service;
    const email = 'promoted@shop.example';
    for (const role of ['viewer', 'owner'] as const)
      await admin.kindred.store.operators.put(north.id, 'test', email, role, 'four plain words');
    openPage('/north/audit');
    await fill('Item', email);
    await waitFor(async () =>
      expect((await tableRows())[0]?.[2]).toMatch(/Member changed promoted@shop\.example.*Viewer → Owner/),
    );
  });

  it('filters by who and by what, and says when nothing matches', async () => {
    openPage('/north/audit');
    await fill('Item', 'north-similar');
    await waitFor(async () => expect(await tableRows()).toHaveLength(1));
    await fill('Who', 'nobody@shop.example');
    expect(await screen.findByText('No entry matches.')).toBeTruthy();
  });

  it('shows an entry before and after', async () => {
    openPage('/north/audit');
    await fill('Item', 'north-similar');
    await waitFor(async () => expect(await tableRows()).toHaveLength(1));
    await press(/^Details: Entry \d+$/);
    const drawer = await inDialog();
    expect(drawer.getByRole('heading', { level: 2 }).textContent).toBe('Box created · north-similar');
    const rows = drawer.getAllByRole('row').map((row) => row.textContent);
    expect(rows).toContain('KindSearch box');
    expect(rows.some((row) => row.includes('"kind"'))).toBe(false);
    expect(drawer.getByRole('group', { name: 'After', hidden: true }).textContent).toContain('kind');
  });

  it('shows what a change of a campaign changed, and leads to it', async () => {
    const ruleId = service.north.params.ruleId ?? '';
    await send('PUT', `websites/north/campaigns/${ruleId}`, {
      name: 'north-campaign',
      effect: { redirect: { url: 'https://north.example/winter' } },
      when: { brand: 'None' },
    });
    openPage('/north/audit');
    const [details] = await screen.findAllByRole('button', { name: /^Details: Entry \d+$/ });
    fireEvent.click(details as HTMLElement);
    const drawer = await inDialog();
    expect(drawer.getByRole('heading', { level: 2 }).textContent).toBe('Campaign changed · north-campaign');
    const rows = drawer.getAllByRole('row').map((row) => row.textContent);
    expect(rows).toEqual([
      'FieldBeforeAfter',
      'Effect › Addresshttps://north.example/salehttps://north.example/winter',
    ]);
    expect(drawer.getByRole('link').getAttribute('href')).toBe(`/portal/north/campaigns/${ruleId}`);
  });

  it('is exported with the filters of the page', async () => {
    openPage('/north/audit');
    await fill('Item', 'north-similar');
    const hrefs = (await screen.findAllByRole('link', { name: /^Export as/ })).map((each) =>
      each.getAttribute('href'),
    );
    expect(hrefs).toEqual([
      '/admin/websites/north/audit.csv?subject=north-similar',
      '/admin/websites/north/audit.ndjson?subject=north-similar',
    ]);
  });

  it.each(['merchandiser', 'viewer'] as const)('is not for a %s', async (role) => {
    service.signInAs(role);
    openPage('/north/audit');
    expect(await screen.findByText('Only owners of the shop see who changed what.')).toBeTruthy();
    expect(pageText()).not.toContain('Shop created');
  });
});
