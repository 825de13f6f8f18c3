import { shareRun } from '../domain/memoize.ts';
import { Fault } from '../errors.ts';

/** A place outside of this machine that nodes share. It may be away, or another one may be in its place. */
export type SharedPlace = {
  /** Throws `unavailable` unless the place of this installation is there. Costs little while it stays. */
  check(): Promise<void>;
  /** Why it cannot be used, as of the last look; null: it can. */
  problem(): Fault | null;
  close(): void;
};

/** What the settings, which all nodes share, know about the place. */
export type InstallationRecord = {
  /** Identifies it; null: none has been used yet. */
  sharedFolder(): string | null;
  /** Sets it unless there is one; returns the one that counts. */
  claimSharedFolder(id: string): Promise<string>;
};

type Watch = Pick<SharedPlace, 'check'> & {
  readonly away: (cause: unknown) => Fault;
  readonly onChange: (problem: Fault | null) => void;
  readonly lookMs: number;
  readonly hangsAfterMs: number;
};

/** Looks once before it returns, and then again and again. */
export const watchPlace = async ({
  check,
  away,
  onChange,
  lookMs,
  hangsAfterMs,
}: Watch): Promise<Pick<SharedPlace, 'problem' | 'close'>> => {
  let problem: Fault | null = null;
  const setProblem = (found: Fault | null): void => {
    const hasChanged = (found === null) !== (problem === null);
    problem = found;
    if (hasChanged) onChange(found);
  };
  const look = shareRun(async (): Promise<void> => {
    const late = setTimeout(() => setProblem(away('it does not answer')), hangsAfterMs);
    try {
      await check();
      setProblem(null);
    } catch (error) {
      setProblem(error instanceof Fault ? error : away(error));
    } finally {
      clearTimeout(late);
    }
  });
  await look();
  const timer = setInterval(() => void look(), lookMs).unref();
  return { problem: () => problem, close: () => clearInterval(timer) };
};
