import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { Fault, type FaultCode } from '../../errors.ts';

export type WorkerOptions = {
  readonly processes: number;
  /** Tasks after which a process is replaced: what leaks, leaks for so long only. */
  readonly recycleAfter: number;
  /** One task. */
  readonly timeoutMs: number;
  /** Without a task for so long, processes end and give back their memory; the next task starts new ones. */
  readonly idleMs: number;
  /** On top of what the process holds when it is ready. */
  readonly memoryMb: number;
};

/** A program that works on pictures: where it lies, and what it is told before its first task. */
export type WorkerProgram = { readonly file: URL; readonly settings: unknown };

/** Told once: how the process is to work. */
export type WorkerSettings = { readonly settings: unknown; readonly memoryMb: number };

export type FromWorker =
  | { readonly kind: 'ready'; readonly about: unknown }
  | { readonly kind: 'done'; readonly result: unknown }
  | {
      readonly kind: 'fault';
      readonly code: FaultCode;
      readonly message: string;
      readonly nextStep: string | undefined;
    }
  /** It could not begin, for a reason that nobody foresaw. */
  | { readonly kind: 'broken'; readonly error: Error };

/** Exit status of a process that took more memory than a task may. */
export const outOfMemoryExitCode = 86;

/** Why a task has no result: the process died under it, or was ended. */
export type WorkerFailure = 'late' | 'memory' | 'fell';

/** One process; one task at a time, so that a death can be laid at a picture's door. */
export type WorkerProcess = {
  /** What the process said about itself when it was ready. */
  readonly info: unknown;
  work(task: unknown): Promise<{ readonly result: unknown } | { readonly failure: WorkerFailure }>;
  /** False once it has died or done its share. */
  isUsable(): boolean;
  stop(): void;
};

const startTimeoutMs = 60_000;
/** Serving comes first where both want the same core. */
const niceness = 5;

export const startWorker = async (
  { file, settings: setting }: WorkerProgram,
  options: WorkerOptions,
): Promise<WorkerProcess> => {
  const child = fork(file, [], {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=256', '--disable-warning=ExperimentalWarning'],
    // No variable of ours: settings may hold secrets.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  lowerPriority(child.pid);
  const coming = nextMessage(child, startTimeoutMs);
  child.send({ settings: setting, memoryMb: options.memoryMb } satisfies WorkerSettings, () => undefined);
  const started = await coming;
  if (started.kind === 'message' && started.message.kind === 'ready')
    return createWorker(child, started.message.about, options);
  child.kill('SIGKILL');
  throw toStartFault(started);
};

const toStartFault = (started: Outcome): Fault => {
  if (started.kind === 'message' && started.message.kind === 'fault') {
    const { code, message, nextStep } = started.message;
    return new Fault(code, message, nextStep === undefined ? {} : { nextStep });
  }
  const isBroken = started.kind === 'message' && started.message.kind === 'broken';
  return new Fault('internal', 'The process that works on pictures does not start.', {
    nextStep: 'Run `kindred doctor`: an image library may be missing from this installation.',
    ...(isBroken && { cause: started.message.error }),
  });
};

const lowerPriority = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) setPriority(pid, niceness);
  } catch {
    // It has ended already, or the system does not allow it: it runs all the same.
  }
};

const createWorker = (
  child: ChildProcess,
  about: unknown,
  { recycleAfter, timeoutMs }: WorkerOptions,
): WorkerProcess => {
  let done = 0;
  let alive = true;
  child.once('exit', () => (alive = false));
  child.on('error', () => (alive = false));
  const stop = (): void => {
    alive = false;
    child.kill('SIGKILL');
  };
  return {
    info: about,
    async work(task) {
      done++;
      const coming = nextMessage(child, timeoutMs);
      child.send({ task }, () => undefined);
      const outcome = await coming;
      if (outcome.kind === 'message' && outcome.message.kind === 'done')
        return { result: outcome.message.result };
      stop();
      return { failure: classifyFailure(outcome) };
    },
    isUsable: () => alive && done < recycleAfter,
    stop,
  };
};

type Outcome =
  | { readonly kind: 'message'; readonly message: FromWorker }
  | { readonly kind: 'exit'; readonly code: number | null }
  | { readonly kind: 'late' };

const classifyFailure = (outcome: Outcome): WorkerFailure => {
  if (outcome.kind === 'late') return 'late';
  return outcome.kind === 'exit' && outcome.code === outOfMemoryExitCode ? 'memory' : 'fell';
};

const nextMessage = (child: ChildProcess, timeoutMs: number): Promise<Outcome> =>
  new Promise((resolve) => {
    const finish = (outcome: Outcome): void => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
      resolve(outcome);
    };
    const onMessage = (message: unknown): void => finish({ kind: 'message', message: message as FromWorker });
    const onExit = (code: number | null): void => finish({ kind: 'exit', code });
    const onError = (): void => finish({ kind: 'exit', code: null });
    const timer = setTimeout(() => finish({ kind: 'late' }), timeoutMs);
    child.once('message', onMessage).once('exit', onExit).once('error', onError);
  });
