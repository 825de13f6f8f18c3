import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..', '..');

/**
 * A block of commands in a guide. `run`: executed in order. `background`: a service that goes on running.
 * `manual`: needs root, a container engine or another program; its files and its syntax are checked instead.
 */
export type GuideBlock = {
  readonly kind: 'run' | 'background' | 'manual';
  readonly script: string;
  /** Line of the first command in the guide. */
  readonly line: number;
};

const kinds: Readonly<Record<string, GuideBlock['kind']>> = {
  sh: 'run',
  'sh background': 'background',
  'sh manual': 'manual',
};

export const readGuide = (name: string): string => readFileSync(join(root, 'docs', 'guides', name), 'utf8');

/** Throws for a block that is of no known kind, so that no command is left out by a typo. */
export const listBlocks = (guide: string): GuideBlock[] =>
  [...guide.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(({ index, 1: info = '', 2: script = '' }) => {
    const kind = kinds[info.trim()];
    if (kind === undefined) throw new Error(`A block of kind "${info}" is not executed.`);
    return { kind, script, line: guide.slice(0, index).split('\n').length + 1 };
  });

/** Commands as a reader counts them: here-documents and continued lines are part of theirs. */
export const listCommands = (script: string): string[] =>
  script
    .replaceAll(/<<'(\w+)'\n[\s\S]*?^\1$/gm, "<<'$1'")
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'));
