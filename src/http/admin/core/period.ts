import { Fault } from '../../../errors.ts';

export type Period = { readonly from: Date; readonly to: Date };

export const periodDefaults = { days: 7, maximumDays: 400 } as const;

const dayMs = 86_400_000;

type PeriodParameters = { readonly from?: string | undefined; readonly to?: string | undefined };

/** The requested period, or the last seven days. `to` is exclusive; a date means its start in UTC. */
export const resolvePeriod = ({ from, to }: PeriodParameters, now: Date): Period => {
  const end = to === undefined ? now : parseInstant('to', to);
  const start =
    from === undefined ? new Date(end.getTime() - periodDefaults.days * dayMs) : parseInstant('from', from);
  const lengthMs = end.getTime() - start.getTime();
  if (lengthMs <= 0) throw new Fault('bad-input', 'from: must be before `to`.');
  if (lengthMs > periodDefaults.maximumDays * dayMs)
    throw new Fault('bad-input', `The period may have ${periodDefaults.maximumDays} days at most.`);
  return { from: start, to: end };
};

const parseInstant = (name: string, text: string): Date => {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text);
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  const instant = new Date(isDate || isInstant ? text : Number.NaN);
  if (!Number.isNaN(instant.getTime())) return instant;
  throw new Fault('bad-input', `${name}: is neither a date nor an instant.`, {
    nextStep: 'Allowed: 2026-06-01, or 2026-06-01T08:00:00Z.',
  });
};
