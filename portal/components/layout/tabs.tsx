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

/** On a phone the list is wider than the screen: scrolls the list to the selected tab without scrolling the page. */
const useScrollToSelectedTab = (value: string) => {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>('[data-state=active]');
    if (list.current && chosen)
      list.current.scrollLeft =
        chosen.offsetLeft - list.current.offsetLeft - (list.current.clientWidth - chosen.clientWidth) / 2;
  }, [value]);
  return list;
};

/**
 * After typing, a browser takes a tab that is clicked for one that is reached by keyboard, and draws the focus around it:
 * `data-pointer` says which it was.
 *
 * Only the selected tab is mounted, so an expensive tab (a preview) runs only while it is open.
 */
export const Tabs = <V extends string>({ label, tabs, value, onChange }: TabsProps<V>) => {
  const list = useScrollToSelectedTab(value);
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as V)}>
      <Radix.List
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
