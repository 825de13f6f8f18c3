import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fill, inDialog, press, pressInDialog } from '../../testing/actions.ts';
import { openPage } from '../../testing/open-page.tsx';
import { withService } from '../../testing/portal-service.ts';
import { send } from '../../testing/send.ts';

const service = withService();

beforeEach(() => service.signInAs('merchandiser'));

const addCampaign = async (name: string, effect: object): Promise<number> => {
  const body = { name, state: 'draft', box: 'north-similar', effect };
  return ((await send('POST', 'websites/north/campaigns', body)) as { ruleId: number }).ruleId;
};

/** Opens a campaign and looks at what it changes for one product. */
const compareFor = async (ruleId: number, identifier: string): Promise<void> => {
  openPage(`/north/campaigns/${ruleId}`);
  const buttons = await screen.findAllByRole('button', { name: 'Choose a product' });
  fireEvent.click(buttons.at(-1) as HTMLElement);
  await fill('Find by name or identifier', identifier);
  await pressInDialog(new RegExp(`${identifier}(?!\\d)`));
};

const rows = async (label: string) =>
  within(await screen.findByRole('list', { name: label })).findAllByRole('listitem');
const identifierOf = (row: HTMLElement): string => row.querySelector('.font-mono')?.textContent ?? '';

/** The look-alikes of a product without campaigns. */
const organic = async (identifier: string): Promise<string[]> => {
  const answer = (await send('POST', 'websites/north/boxes/north-similar/preview', {
    identifier,
    campaigns: 'none',
  })) as { documents: { document: { identifier: string } }[] };
  return answer.documents.map(({ document }) => document.identifier);
};

describe('before and after a campaign', () => {
  it('stand side by side: what is hidden is marked before, what moved up after', async () => {
    const [first = '', second = ''] = await organic('north-p0');
    const effect = { promotion: { promotions: [{ hide: { identifiers: [first] } }] } };
    await compareFor(await addCampaign('Hide the first', effect), 'north-p0');
    const [before] = await rows('Before');
    expect(identifierOf(before as HTMLElement)).toBe(first);
    expect(before?.textContent).toContain('No longer here');
    const [after] = await rows('After');
    expect(identifierOf(after as HTMLElement)).toBe(second);
    expect(after?.textContent).toContain('Up 1');
  });

  it('show ten lines each, and unfold the rest', async () => {
    const before = await organic('north-p0');
    const effect = { promotion: { promotions: [{ boost: { filter: 'price gt 0', factor: 2 } }] } };
    await compareFor(await addCampaign('Boost all', effect), 'north-p0');
    expect(await rows('Before')).toHaveLength(Math.min(10, before.length));
    const rest = screen.queryByRole('list', { name: 'Before: the rest', hidden: true });
    expect(rest === null ? 0 : within(rest).getAllByRole('listitem', { hidden: true }).length).toBe(
      Math.max(0, before.length - 10),
    );
  });

  it('explain a product of the result on request', async () => {
    const [, , third = ''] = await organic('north-p0');
    const effect = { promotion: { promotions: [{ pin: { identifier: third, position: 1 } }] } };
    await compareFor(await addCampaign('Pin the third', effect), 'north-p0');
    const [after] = await rows('After');
    expect(identifierOf(after as HTMLElement)).toBe(third);
    expect(after?.textContent).toContain('Up 2');
    fireEvent.click(within(after as HTMLElement).getByRole('button'));
    expect((await inDialog()).getByText('A campaign pinned it to this place.')).toBeTruthy();
  });

  it('are the same where the condition does not hold', async () => {
    const effect = { promotion: { promotions: [{ hide: { filter: 'price gt 0' } }] } };
    const ruleId = await addCampaign('Elsewhere', effect);
    await send('PUT', `websites/north/campaigns/${ruleId}`, {
      name: 'Elsewhere',
      effect,
      when: { identifiers: ['north-p9'] },
    });
    await compareFor(ruleId, 'north-p0');
    expect(await screen.findByText(/^The campaign changes nothing for this product/)).toBeTruthy();
    expect((await rows('Before')).map(identifierOf)).toEqual((await rows('After')).map(identifierOf));
  });

  it('follow what is edited before it is saved', async () => {
    const [first = ''] = await organic('north-p0');
    const effect = { promotion: { promotions: [{ hide: { identifiers: [first] } }] } };
    await compareFor(await addCampaign('Take it back', effect), 'north-p0');
    await waitFor(async () => expect((await rows('After')).map(identifierOf)).not.toContain(first));
    await press(new RegExp(`^Remove Hide .*\\(${first}\\)$`));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'After' })).toBeNull());
  });
});
