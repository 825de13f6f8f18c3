// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { show } from '../../testing/open-page.tsx';
import { Tabs } from './tabs.tsx';

const tabs = ['one', 'two'].map((value) => ({
  value,
  label: value,
  content: () => <p>{`page ${value}`}</p>,
}));

describe('tabs', () => {
  it('show no focus box after a click, and show it again for the keyboard', () => {
    show(<Tabs label="pages" tabs={tabs} value="one" onChange={() => undefined} />);
    const list = screen.getByRole('tablist', { name: 'pages' });
    const tab = screen.getByRole('tab', { name: 'two' });
    expect(list.hasAttribute('data-pointer')).toBe(false);
    fireEvent.pointerDown(tab);
    expect(list.hasAttribute('data-pointer')).toBe(true);
    expect(tab.className).toContain('group-data-[pointer]/tabs:focus-visible:outline-none');
    fireEvent.keyDown(tab, { key: 'ArrowLeft' });
    expect(list.hasAttribute('data-pointer')).toBe(false);
  });

  it('mount the chosen page only', () => {
    show(<Tabs label="pages" tabs={tabs} value="two" onChange={() => undefined} />);
    expect(screen.getByText('page two')).toBeTruthy();
    expect(screen.queryByText('page one')).toBeNull();
  });
});
