import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';

type Role = 'button' | 'tab' | 'link' | 'menuitem' | 'menuitemradio' | 'radio' | 'switch' | 'checkbox';

/** Waits until a control of this name is there and clicks it. */
export const press = async (name: string | RegExp, role: Role = 'button'): Promise<void> => {
  fireEvent.click(await screen.findByRole(role, { name }));
};

/** Writes into the field with this label, or chooses in it. */
export const fill = async (label: string | RegExp, value: string): Promise<HTMLElement> => {
  const field = await screen.findByLabelText(label);
  fireEvent.change(field, { target: { value } });
  return field;
};

/** Writes into a field that is read when it loses focus. */
export const fillAndLeave = async (label: string | RegExp, value: string): Promise<void> => {
  fireEvent.blur(await fill(label, value));
};

/** The control inside the dialog that is open. */
export const inDialog = async () => within(await screen.findByRole('dialog'));

/** Presses a button of the dialog that is open. */
export const pressInDialog = async (name: string | RegExp): Promise<void> => {
  fireEvent.click(await (await inDialog()).findByRole('button', { name }));
};

export const expectNoDialog = (): Promise<void> =>
  waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

/** The text of the page without shell, with single spaces. */
export const pageText = (): string =>
  (document.querySelector('main')?.textContent ?? '').replaceAll(/\s+/g, ' ');

/** The texts of each row of the only table of the page, without its head. */
export const tableRows = async (): Promise<string[][]> => {
  const [, ...rows] = within(await screen.findByRole('table')).getAllByRole('row');
  return rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent));
};

export const valueOf = async (label: string | RegExp): Promise<string> =>
  (await screen.findByLabelText<HTMLInputElement>(label)).value;
