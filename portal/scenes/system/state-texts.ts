import type { Tone } from '../../components/display/badge.tsx';
import type { PlainKey } from '../../texts/text.ts';

export type StateText = { readonly text: PlainKey; readonly tone: Tone };

export const jobKinds: Readonly<Record<string, PlainKey>> = { import: 'system.job.import' };

export const jobStates: Readonly<Record<string, StateText>> = {
  queued: { text: 'imports.state.queued', tone: 'info' },
  running: { text: 'imports.state.running', tone: 'info' },
  waiting: { text: 'datasets.state.waiting', tone: 'warning' },
};

export const backupStates: Readonly<Record<string, StateText>> = {
  running: { text: 'system.backup.running', tone: 'info' },
  complete: { text: 'system.backup.complete', tone: 'positive' },
  failed: { text: 'system.backup.failed', tone: 'danger' },
  unusable: { text: 'system.backup.unusable', tone: 'danger' },
};
