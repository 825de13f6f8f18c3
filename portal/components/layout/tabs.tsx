import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';

export type Tab<V extends string> = {
  readonly value: V;
  readonly label: string;
  readonly content: () => ReactNode;
};

type TabsProps<V extends string> = {
  label: string;
  tabs: readonly Tab<V>[];
  value: V;
  onChange: (value: V) => void;
};

const trigger =
  'relative h-11 shrink-0 px-1 text-base font-medium text-muted hover:text-ink transition-colors ' +
  'data-[state=active]:text-ink data-[state=active]:after:absolute data-[state=active]:after:inset-x-0 ' +
  'data-[state=active]:after:bottom-0 data-[state=active]:after:h-0.5 data-[state=active]:after:rounded-full ' +
  'data-[state=active]:after:bg-accent rounded-sm focus-visible:outline-offset-[-2px] ' +
  'group-data-[pointer]/tabs:focus-visible:outline-none';

/** Scrolls the list, never the page, so that the selected tab is in its middle. */
const scrollToSelectedTab = (list: HTMLElement): void => {
  const chosen = list.querySelector<HTMLElement>('[data-state=active]');
  if (!chosen) return;
  const [frame, place] = [list.getBoundingClientRect(), chosen.getBoundingClientRect()];
  list.scrollLeft += place.left - frame.left - (frame.width - place.width) / 2;
};

/**
 * On a phone the list is wider than the screen. A list that is drawn while its page is still hidden has no width yet,
 * and its tabs grow when the typeface arrives: the observer notices both.
 */
const useScrollToSelectedTab = (value: string, names: string) => {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    scrollToSelectedTab(element);
    const observer = new ResizeObserver(() => scrollToSelectedTab(element));
    for (const part of [element, ...element.children]) observer.observe(part);
    return () => observer.disconnect();
  }, [value, names]);
  return list;
};

/**
 * After typing, a browser takes a tab that is clicked for one that is reached by keyboard, and draws the focus around it:
 * `data-pointer` says which it was.
 *
 * Only the selected tab is mounted, so an expensive tab (a preview) runs only while it is open.
 */
export const Tabs = <V extends string>({ label, tabs, value, onChange }: TabsProps<V>) => {
  // Other tabs are another list: a browser keeps the shadow of one that could be scrolled.
  const names = tabs.map((tab) => tab.value).join(' ');
  const list = useScrollToSelectedTab(value, names);
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as V)}>
      <Radix.List
        key={names}
        ref={list}
        aria-label={label}
        onPointerDown={({ currentTarget }) => currentTarget.setAttribute('data-pointer', '')}
        onKeyDown={({ currentTarget }) => currentTarget.removeAttribute('data-pointer')}
        className="group/tabs scroll-hint mb-6 flex gap-6 overflow-x-auto border-b border-line"
      >
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className={trigger}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="focus-visible:outline-offset-8">
          {tab.value === value && tab.content()}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
};
