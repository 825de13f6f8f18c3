import type { LucideIcon } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { classes } from './classes.ts';
import { useLayer } from './layer.tsx';

export type MenuItem = {
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
};

const item =
  'flex h-9 items-center gap-2.5 rounded-md px-2.5 text-base outline-none select-none cursor-pointer ' +
  'data-[highlighted]:bg-sunken data-[disabled]:opacity-50 data-[disabled]:pointer-events-none';

/** Not modal: the modal one locks scrolling with a `<style>` element, which the policy refuses. */
export function Menu({
  trigger,
  items,
  heading,
}: {
  trigger: ReactElement;
  items: readonly MenuItem[];
  heading?: ReactNode;
}) {
  const layer = useLayer();
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={layer}>
        <Radix.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className="pop z-50 min-w-48 rounded-xl border border-line bg-raised p-1.5 shadow-high"
        >
          {heading && <Radix.Label className="px-2.5 py-1.5 text-sm text-muted">{heading}</Radix.Label>}
          {items.map(({ label, icon: Icon, danger, disabled, onSelect }) => (
            <Radix.Item
              key={label}
              disabled={disabled ?? false}
              onSelect={onSelect}
              className={classes(item, danger && 'text-danger')}
            >
              {Icon && <Icon className="size-4" aria-hidden />}
              {label}
            </Radix.Item>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export type MenuChoice<V extends string> = {
  readonly value: V;
  readonly label: string;
  readonly icon?: LucideIcon;
};

type ChoiceMenuProps<V extends string> = {
  trigger: ReactElement;
  heading?: ReactNode;
  value: V;
  choices: readonly MenuChoice<V>[];
  onChoose: (value: V) => void;
};

/** One of several, the present one marked. */
export function ChoiceMenu<V extends string>({
  trigger,
  heading,
  value,
  choices,
  onChoose,
}: ChoiceMenuProps<V>) {
  const layer = useLayer();
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={layer}>
        <Radix.Content
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className="pop z-50 max-h-96 min-w-48 overflow-y-auto rounded-xl border border-line bg-raised p-1.5 shadow-high"
        >
          {heading && <Radix.Label className="px-2.5 py-1.5 text-sm text-muted">{heading}</Radix.Label>}
          <Radix.RadioGroup value={value} onValueChange={(next) => onChoose(next as V)}>
            {choices.map(({ value: each, label, icon: Icon }) => (
              <Radix.RadioItem
                key={each}
                value={each}
                className={classes(
                  item,
                  'data-[state=checked]:text-accent-ink data-[state=checked]:font-medium',
                )}
              >
                {Icon && <Icon className="size-4" aria-hidden />}
                <span className="flex-1 truncate">{label}</span>
                <Radix.ItemIndicator className="size-1.5 rounded-full bg-accent" />
              </Radix.RadioItem>
            ))}
          </Radix.RadioGroup>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
