import type { LucideIcon } from 'lucide-react';
import { cloneElement, type KeyboardEvent, type ReactElement, type ReactNode, useId, useState } from 'react';
import { classNames } from '../../styles/class-names.ts';

/* The platform's own popover closes on Escape and on a click outside, returns focus, and lies above dialogs. */

type Trigger = ReactElement<{
  popoverTarget?: string;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
}>;

type MenuFrameProps = {
  trigger: Trigger;
  heading: ReactNode;
  align: 'start' | 'end';
  children: (close: () => void) => ReactNode;
};

const itemClass =
  'flex h-9 w-full items-center gap-2.5 rounded-md px-2.5 text-left text-base outline-none select-none cursor-pointer ' +
  'focus:bg-sunken disabled:opacity-50 disabled:pointer-events-none';

const listItems = (menu: HTMLElement): HTMLElement[] => [
  ...menu.querySelectorAll<HTMLElement>('[role^=menuitem]:not(:disabled)'),
];

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => (at >= last ? 0 : at + 1),
  ArrowUp: (at, last) => (at <= 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** Moves focus by arrows, Home and End, or by a letter to the next item that begins with it. */
const moveFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const items = listItems(event.currentTarget);
  const at = items.findIndex((item) => item === document.activeElement);
  const next = steps[event.key]?.(at, items.length - 1);
  const later = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  const named = later.find(({ textContent }) =>
    textContent.toLowerCase().startsWith(event.key.toLowerCase()),
  );
  const target = next === undefined ? (event.key.length === 1 ? named : undefined) : items[next];
  if (!target) return;
  event.preventDefault();
  target.focus();
};

/** Focuses the checked item, else the first. */
const focusFirst = (menu: HTMLElement): void => {
  const items = listItems(menu);
  (items.find((item) => item.getAttribute('aria-checked') === 'true') ?? items[0])?.focus();
};

const MenuFrame = ({ trigger, heading, align, children }: MenuFrameProps) => {
  const id = useId();
  const [menu, setMenu] = useState<HTMLDivElement | null>(null);
  const [open, setOpen] = useState(false);
  const close = (): void => menu?.hidePopover();
  return (
    <>
      {cloneElement(trigger, { popoverTarget: id, 'aria-haspopup': 'menu', 'aria-expanded': open })}
      <div
        ref={setMenu}
        id={id}
        popover="auto"
        data-align={align}
        onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
        onToggle={({ newState, currentTarget }) => {
          // The items unmount last: the browser returns focus from inside them.
          if (newState === 'open') focusFirst(currentTarget);
          else setOpen(false);
        }}
        className="menu max-h-96 min-w-48 overflow-y-auto rounded-xl border border-line bg-raised p-1.5 text-ink shadow-high"
      >
        {open && (
          <>
            {heading && <p className="px-2.5 py-1.5 text-sm text-muted">{heading}</p>}
            <div
              role="menu"
              aria-orientation="vertical"
              onKeyDown={(event) => (event.key === 'Tab' ? close() : moveFocus(event))}
            >
              {children(close)}
            </div>
          </>
        )}
      </div>
    </>
  );
};

type ItemProps = {
  role: 'menuitem' | 'menuitemradio';
  icon: LucideIcon | undefined;
  disabled?: boolean;
  checked?: boolean;
  className: string;
  onSelect: () => void;
  children: ReactNode;
};

const Item = ({ role, icon: Icon, disabled, checked, className, onSelect, children }: ItemProps) => {
  return (
    <button
      type="button"
      role={role}
      tabIndex={-1}
      disabled={disabled}
      aria-checked={checked}
      onPointerMove={({ currentTarget }) => currentTarget.focus()}
      onClick={onSelect}
      className={classNames(itemClass, className)}
    >
      {Icon && <Icon className="size-4" aria-hidden />}
      {children}
    </button>
  );
};

export type MenuItem = {
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
};

type MenuProps = { trigger: Trigger; items: readonly MenuItem[]; heading?: ReactNode };

export const Menu = ({ trigger, items, heading }: MenuProps) => {
  return (
    <MenuFrame trigger={trigger} heading={heading} align="end">
      {(close) =>
        items.map(({ label, icon, danger, disabled = false, onSelect }) => (
          <Item
            key={label}
            role="menuitem"
            icon={icon}
            disabled={disabled}
            className={danger ? 'text-danger' : ''}
            onSelect={() => {
              close();
              onSelect();
            }}
          >
            {label}
          </Item>
        ))
      }
    </MenuFrame>
  );
};

export type MenuChoice<V extends string> = {
  readonly value: V;
  readonly label: string;
  readonly icon?: LucideIcon;
};

type ChoiceMenuProps<V extends string> = {
  trigger: Trigger;
  heading?: ReactNode;
  value: V;
  choices: readonly MenuChoice<V>[];
  onChoose: (value: V) => void;
};

/** A menu of alternatives with the current one checked. */
export const ChoiceMenu = <V extends string>({
  trigger,
  heading,
  value,
  choices,
  onChoose,
}: ChoiceMenuProps<V>) => {
  return (
    <MenuFrame trigger={trigger} heading={heading} align="start">
      {(close) =>
        choices.map(({ value: each, label, icon }) => (
          <Item
            key={each}
            role="menuitemradio"
            icon={icon}
            checked={each === value}
            className="aria-checked:font-medium aria-checked:text-accent-ink"
            onSelect={() => {
              close();
              onChoose(each);
            }}
          >
            <span className="flex-1 truncate">{label}</span>
            {each === value && <span className="size-1.5 rounded-full bg-accent" />}
          </Item>
        ))
      }
    </MenuFrame>
  );
};
