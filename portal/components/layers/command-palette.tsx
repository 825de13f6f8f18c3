import { type LucideIcon, Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useText } from '../../texts/text-context.tsx';
import { classNames } from '../../styles/class-names.ts';
import { Modal } from './modal.tsx';

export type Command = {
  readonly id: string;
  readonly label: string;
  readonly group: string;
  readonly icon: LucideIcon;
  /** Instead of the icon. */
  readonly picture?: ReactNode;
  readonly run: () => void;
};

type CommandPaletteProps = {
  open: boolean;
  commands: readonly Command[];
  /** Called with what is typed, for commands that have to be searched for. */
  onQuery?: (query: string) => void;
  onClose: () => void;
};

/** All words of the query must occur, in any order. */
const filterCommands = (commands: readonly Command[], query: string): Command[] => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ label, group }) =>
    words.every((word) => `${group} ${label}`.toLowerCase().includes(word)),
  );
};

const Palette = ({ commands, onQuery, onClose }: CommandPaletteProps) => {
  const { t } = useText();
  const id = useId();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const matches = filterCommands(commands, query);
  const run = (command: Command | undefined): void => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setActive((matches.length + active + step) % Math.max(1, matches.length));
    else if (event.key === 'Enter') run(matches[active]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search className="size-4 shrink-0 text-muted" aria-hidden />
        <input
          autoFocus
          role="combobox"
          aria-label={t('palette.label')}
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={matches[active] ? `${id}-${active}` : undefined}
          placeholder={t('palette.placeholder')}
          value={query}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setQuery(event.target.value);
            setActive(0);
            onQuery?.(event.target.value);
          }}
          className="h-13 w-full bg-transparent text-lg outline-none"
        />
      </div>
      <ul id={id} role="listbox" aria-label={t('palette.label')} className="max-h-96 overflow-y-auto p-2">
        {matches.map((command, index) => (
          <li
            key={command.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onMouseMove={() => setActive(index)}
            onClick={() => run(command)}
            className={classNames(
              'flex h-10 cursor-pointer items-center gap-3 rounded-lg px-3',
              index === active && 'bg-accent-soft text-accent-ink',
            )}
          >
            {command.picture ?? <command.icon className="size-4 shrink-0" aria-hidden />}
            <span className="truncate">{command.label}</span>
            <span className="ml-auto shrink-0 text-xs text-muted">{command.group}</span>
          </li>
        ))}
      </ul>
      {matches.length === 0 && (
        <p role="status" className="px-4 pb-6 text-center text-muted">
          {t('palette.nothing')}
        </p>
      )}
    </>
  );
};

export const CommandPalette = (props: CommandPaletteProps) => {
  const { t } = useText();
  if (!props.open) return null;
  return (
    <Modal
      name={{ label: t('palette.label') }}
      onClose={props.onClose}
      className="panel mx-auto mt-[12dvh] w-[min(36rem,calc(100vw-2rem))] overflow-hidden rounded-2xl bg-raised text-ink shadow-high"
    >
      <Palette {...props} />
    </Modal>
  );
};
