import { fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
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

/** Lays out a list of 300 px with tabs of 200 px each, as a phone would; `isHidden` while the page is not shown yet. */
const layOut = (state: { isHidden: boolean }) => {
  const resized: (() => void)[] = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(tell: () => void) {
        resized.push(tell);
      }
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    if (state.isHidden) return new DOMRect();
    if (this.getAttribute('role') === 'tablist') return new DOMRect(16, 0, 300, 44);
    const place = [...(this.parentElement?.children ?? [])].indexOf(this);
    return new DOMRect(16 + place * 200 - (this.parentElement?.scrollLeft ?? 0), 0, 200, 44);
  });
  return () => resized.at(-1)?.();
};

describe('a list of tabs that is wider than the screen', () => {
  const wide = ['one', 'two', 'three', 'four'].map((value) => ({
    value,
    label: value,
    content: () => value,
  }));
  const list = () => screen.getByRole('tablist');
  const element = (value: string) => (
    <Tabs label="pages" tabs={wide} value={value} onChange={() => undefined} />
  );
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it.each([
    ['two', 150],
    ['three', 350],
    ['four', 550],
  ])('brings tab %s into its middle', (value, scrolled) => {
    layOut({ isHidden: false });
    show(element(value));
    expect(list().scrollLeft).toBe(scrolled);
  });

  it('follows the chosen tab', () => {
    layOut({ isHidden: false });
    const { rerender } = show(element('two'));
    rerender(element('four'));
    expect(list().scrollLeft).toBe(550);
    rerender(element('three'));
    expect(list().scrollLeft).toBe(350);
  });

  it('scrolls once it is shown, where its page was hidden at first', () => {
    const state = { isHidden: true };
    const tellResized = layOut(state);
    show(element('four'));
    expect(list().scrollLeft).toBe(0);
    state.isHidden = false;
    tellResized();
    expect(list().scrollLeft).toBe(550);
  });

  it('is another list where the tabs are others', () => {
    layOut({ isHidden: false });
    const { rerender } = show(element('four'));
    const before = list();
    rerender(element('two'));
    expect(list()).toBe(before);
    rerender(<Tabs label="pages" tabs={tabs} value="two" onChange={() => undefined} />);
    expect(list()).not.toBe(before);
    expect(list().scrollLeft).toBe(150);
  });
});
