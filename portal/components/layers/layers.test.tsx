import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { press, pressInDialog } from '../../testing/actions.ts';
import { show } from '../../testing/open-page.tsx';
import { Button } from '../buttons/button.tsx';
import { CopyField } from '../display/copy-field.tsx';
import { Pagination } from '../display/pagination.tsx';
import { Table } from '../display/table.tsx';
import { useDraft } from '../editing/use-draft.ts';
import { FacetList } from '../facets/facet-list.tsx';
import { ToastProvider, useToast } from '../feedback/toast.tsx';
import { FileDrop } from '../forms/file-drop.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { Select } from '../forms/input.tsx';
import { NumberField } from '../forms/number-field.tsx';
import { Tabs } from '../layout/tabs.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { ChoiceMenu, Menu } from './menu.tsx';

describe('Menu', () => {
  const focused = () => document.activeElement?.textContent;
  const openMenu = async () => {
    const chosen = vi.fn();
    const item = (label: string, more = {}) => ({ label, onSelect: () => void chosen(label), ...more });
    show(
      <Menu
        trigger={<Button>Open</Button>}
        heading="What to do"
        items={[item('Apple'), item('Blocked', { disabled: true }), item('Banana'), item('Cherry')]}
      />,
    );
    await press('Open');
    await waitFor(() => expect(focused()).toBe('Apple'));
    return { chosen, menu: screen.getByRole('menu') };
  };

  it('opens with the first item focused, and says that it is open', async () => {
    await openMenu();
    expect(focused()).toBe('Apple');
    expect(screen.getByRole('button', { name: 'Open' }).getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByText('What to do')).toBeTruthy();
  });

  it('moves by arrows round the ends, by Home and End, and leaves out what is disabled', async () => {
    const { menu } = await openMenu();
    const key = (name: string) => {
      fireEvent.keyDown(menu, { key: name });
      return focused();
    };
    expect([key('ArrowDown'), key('ArrowDown'), key('ArrowDown')]).toEqual(['Banana', 'Cherry', 'Apple']);
    expect([key('ArrowUp'), key('Home'), key('End')]).toEqual(['Cherry', 'Apple', 'Cherry']);
  });

  it('moves to the next item that begins with a letter', async () => {
    const { menu } = await openMenu();
    fireEvent.keyDown(menu, { key: 'b' });
    expect(focused()).toBe('Banana');
    fireEvent.keyDown(menu, { key: 'x' });
    expect(focused()).toBe('Banana');
  });

  it('closes when something is chosen or Tab is pressed', async () => {
    const { chosen } = await openMenu();
    await press('Cherry', 'menuitem');
    expect(chosen.mock.calls).toEqual([['Cherry']]);
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    await press('Open');
    fireEvent.keyDown(await screen.findByRole('menu'), { key: 'Tab' });
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });

  it('of choices focuses and marks the current one', async () => {
    const onChoose = vi.fn();
    const choices = [
      { value: 'a', label: 'Anna' },
      { value: 'b', label: 'Bert' },
    ];
    show(<ChoiceMenu trigger={<Button>Who</Button>} value="b" choices={choices} onChoose={onChoose} />);
    await press('Who');
    await waitFor(() => expect(focused()).toBe('Bert'));
    const checked = screen.getAllByRole('menuitemradio').map((each) => each.getAttribute('aria-checked'));
    expect(checked).toEqual(['false', 'true']);
    await press('Anna', 'menuitemradio');
    expect(onChoose).toHaveBeenCalledWith('a');
  });
});

describe('dialogs', () => {
  it('confirm or cancel, and show a refusal', async () => {
    const [onConfirm, onClose] = [vi.fn(), vi.fn()];
    const error = new ApiError(503, { message: 'Not now.' }, null);
    const texts = { title: 'Delete it?', body: 'It is gone then.', action: 'Delete' };
    show(<ConfirmDialog open {...texts} error={error} onConfirm={onConfirm} onClose={onClose} />);
    expect(screen.getByRole('alert').textContent).toBe('Not now.');
    await pressInDialog('Delete');
    await pressInDialog('Cancel');
    await pressInDialog('Close');
    expect([onConfirm.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 2]);
  });

  it('close by Escape, and by a click beside them, not inside', () => {
    const onClose = vi.fn();
    show(<ConfirmDialog open title="T" body="B" action="A" onConfirm={vi.fn()} onClose={onClose} />);
    const dialog = screen.getByRole('dialog');
    fireEvent.click(screen.getByText('B'));
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(dialog);
    fireEvent(dialog, new Event('close'));
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it('of a form submit by their button, which waits while busy', () => {
    const onSubmit = vi.fn();
    const dialog = (busy: boolean) => (
      <FormDialog title="New" action="Create" busy={busy} error={null} onSubmit={onSubmit} onClose={vi.fn()}>
        <p>Fields</p>
      </FormDialog>
    );
    const { rerender } = show(dialog(false));
    fireEvent.submit(screen.getByText('Fields').closest('form') as HTMLElement);
    expect(onSubmit).toHaveBeenCalledOnce();
    rerender(dialog(true));
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Create' });
    expect([button.disabled, button.getAttribute('aria-busy')]).toEqual([true, 'true']);
  });
});

describe('Tabs', () => {
  it('mount only the chosen one, and change by click', () => {
    const onChange = vi.fn();
    const content = vi.fn((name: string) => <p>{name}</p>);
    const tabs = (['one', 'two'] as const).map((value) => ({
      value,
      label: value,
      content: () => content(value),
    }));
    show(<Tabs label="Parts" tabs={tabs} value="one" onChange={onChange} />);
    expect(content.mock.calls.flat()).not.toContain('two');
    fireEvent.mouseDown(screen.getByRole('tab', { name: 'two' }), { button: 0 });
    expect(onChange).toHaveBeenCalledWith('two');
  });
});

describe('useDraft', () => {
  const start = (first: { a: number; b: string }) =>
    renderHook(({ stored }) => useDraft(stored), { initialProps: { stored: first } });

  it('is dirty while it differs from what is stored', () => {
    const { result, rerender } = start({ a: 1, b: 'x' });
    expect(result.current.dirty).toBe(false);
    rerender({ stored: { a: 1, b: 'x' } });
    expect(result.current.dirty).toBe(false);
  });

  it('begins anew when the stored value changes, and not when only its identity does', () => {
    const { result, rerender } = start({ a: 1, b: 'x' });
    act(() => result.current.change({ a: 2 }));
    expect([result.current.value, result.current.dirty]).toEqual([{ a: 2, b: 'x' }, true]);
    rerender({ stored: { a: 1, b: 'x' } });
    expect(result.current.value).toEqual({ a: 2, b: 'x' });
    rerender({ stored: { a: 3, b: 'x' } });
    expect([result.current.value, result.current.dirty]).toEqual([{ a: 3, b: 'x' }, false]);
    act(() => result.current.replace({ a: 9, b: 'y' }));
    act(() => result.current.discard());
    expect(result.current.value).toEqual({ a: 3, b: 'x' });
  });
});

describe('fields', () => {
  it('give numbers as numbers, and an empty one as not a number', () => {
    const onChange = vi.fn();
    show(<NumberField label="Count" value={5} onChange={onChange} />);
    fireEvent.change(screen.getByLabelText('Count'), { target: { value: '7' } });
    fireEvent.change(screen.getByLabelText('Count'), { target: { value: '' } });
    expect(onChange.mock.calls).toEqual([[7], [NaN]]);
  });

  it('choose among the options only', () => {
    const onChange = vi.fn();
    const options = [
      { value: 'a', label: 'A' },
      { value: 'b', label: 'B' },
    ];
    show(<Select aria-label="Pick" value="a" options={options} onChange={onChange} />);
    fireEvent.change(screen.getByLabelText('Pick'), { target: { value: 'b' } });
    expect(onChange.mock.calls).toEqual([['b']]);
  });

  it('take a file by dropping it, unless they are disabled', () => {
    const onFile = vi.fn();
    const file = new File(['x'], 'feed.csv');
    const { rerender } = show(<FileDrop hint="CSV" onFile={onFile} />);
    const zone = screen.getByText('CSV').parentElement as HTMLElement;
    fireEvent.drop(zone, { dataTransfer: { files: [file] } });
    fireEvent.drop(zone, { dataTransfer: { files: [] } });
    rerender(<FileDrop hint="CSV" disabled onFile={onFile} />);
    fireEvent.drop(zone, { dataTransfer: { files: [file] } });
    expect(onFile.mock.calls).toEqual([[file]]);
  });
});

describe('facets', () => {
  const facets = [
    {
      name: 'brand',
      displayName: 'Brand',
      type: 'value' as const,
      count: 3,
      ranges: null,
      values: [
        { name: 'Acme', count: 2, disabled: false },
        { name: 'Gone', count: 0, disabled: true },
      ],
    },
    {
      name: 'price',
      displayName: null,
      type: 'range' as const,
      count: 3,
      ranges: [{ min: 1, max: 9 }],
      values: null,
    },
  ];

  it('choose values and bounds, and clear all', () => {
    const onChange = vi.fn();
    show(<FacetList facets={facets} chosen={{ price: { bounds: { min: 2 } } }} onChange={onChange} />);
    fireEvent.click(screen.getByRole('checkbox', { name: /Acme/ }));
    expect(onChange).toHaveBeenLastCalledWith({ price: { bounds: { min: 2 } }, brand: { values: ['Acme'] } });
    const maximum = screen.getByLabelText('price, at most');
    fireEvent.change(maximum, { target: { value: '8' } });
    fireEvent.blur(maximum);
    expect(onChange).toHaveBeenLastCalledWith({ price: { bounds: { min: 2, max: 8 } } });
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(onChange).toHaveBeenLastCalledWith({});
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Gone/ }).disabled).toBe(true);
  });
});

describe('display', () => {
  it('turns pages, and has no pages where there is one', () => {
    const onChange = vi.fn();
    const { rerender, container } = show(<Pagination page={2} pages={3} onChange={onChange} />);
    fireEvent.click(screen.getByRole('button', { name: 'Previous page' }));
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(onChange.mock.calls).toEqual([[1], [3]]);
    rerender(<Pagination page={1} pages={1} onChange={onChange} />);
    expect(container.querySelector('nav')).toBeNull();
  });

  it('copies a value and says so', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
    show(<CopyField label="Tracker" value="abc" />);
    await press('Copy Tracker');
    expect(writeText).toHaveBeenCalledWith('abc');
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
    vi.unstubAllGlobals();
  });

  it('shows rows under their titles', () => {
    const columns = [
      { title: 'Name', cell: ({ name }: { name: string }) => name },
      { title: 'Act', titleHidden: true, cell: () => <button type="button">Go</button> },
    ];
    show(
      <Table
        label="Things"
        columns={columns}
        rows={[{ name: 'A' }, { name: 'B' }]}
        rowKey={({ name }) => name}
      />,
    );
    const rows = within(screen.getByRole('group', { name: 'Things' })).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual(['NameAct', 'AGo', 'BGo']);
  });

  it('keeps the last three messages; an error stays until it is closed', () => {
    vi.useFakeTimers();
    const Speaker = () => {
      const toast = useToast();
      return (
        <>
          <button type="button" onClick={() => toast('fine')}>
            good
          </button>
          <button type="button" onClick={() => toast('broken', 'danger')}>
            bad
          </button>
        </>
      );
    };
    show(
      <ToastProvider>
        <Speaker />
      </ToastProvider>,
    );
    fireEvent.click(screen.getByText('bad'));
    for (let i = 0; i < 3; i++) fireEvent.click(screen.getByText('good'));
    expect(screen.getAllByText('fine')).toHaveLength(3);
    expect(screen.queryByText('broken')).toBeNull();
    fireEvent.click(screen.getByText('bad'));
    expect(screen.getAllByText('fine')).toHaveLength(2);
    vi.useRealTimers();
    fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    expect(screen.queryByText('broken')).toBeNull();
  });
});
