import type { Command } from 'commander';
import { evaluateKeywords } from './keywords/keywords-command.ts';
import { evaluateSafety } from './keywords/safety-command.ts';
import { evaluateLooks } from './looks/looks-command.ts';

/** The work of `kindred evaluate …`, by name; `command` holds the options. */
export const evaluations: Readonly<
  Record<'keywords' | 'safety' | 'looks', (name: string, command: Command) => Promise<void>>
> = { keywords: evaluateKeywords, safety: evaluateSafety, looks: evaluateLooks };
