import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { atMost } from '../../domain/at-most.ts';
import { Fault, fromSentFault, type SentFault } from '../../errors.ts';
import { installParts, listMissingParts } from '../native-parts.ts';

/**
 * Works on pictures in separate processes. A picture that crashes its process, uses too much memory or takes
 * too long becomes a result with a reason. Other pictures go on in other processes, and a new process replaces
 * the failed one. A process can also be killed from outside, so a picture is tried in a second process before
 * it is reported as the cause of a crash.
 */
export const openWorkerPool = (
  program: WorkerProgram,
  options: WorkerOptions,
  /** The reason to report for a picture, by kind of failure. */
  failureReasons: Readonly<Record<WorkerFailure, string>>,
) => {
  const withSlot = atMost(options.processes);
  const idle: WorkerProcess[] = [];
  const all = new Set<WorkerProcess>();
  let idleTimer: NodeJS.Timeout | undefined;

  const stopWorker = (worker: WorkerProcess): void => {
    worker.stop();
    all.delete(worker);
  };
  const stopIdleWorkers = (): void => idle.splice(0).forEach(stopWorker);
  const takeWorker = async (): Promise<WorkerProcess> => {
    clearTimeout(idleTimer);
    for (let worker = idle.pop(); worker !== undefined; worker = idle.pop()) {
      if (worker.isUsable()) return worker;
      stopWorker(worker);
    }
    const started = await startWorker(program, options);
    all.add(started);
    return started;
  };
  const returnWorker = (worker: WorkerProcess): void => {
    if (worker.isUsable()) idle.push(worker);
    else stopWorker(worker);
    clearTimeout(idleTimer);
    idleTimer = setTimeout(stopIdleWorkers, options.idleMs).unref();
  };
  const runOnce = async (task: unknown) => {
    const worker = await takeWorker();
    const outcome = await worker.work(task);
    returnWorker(worker);
    return outcome;
  };

  return {
    work: (task: unknown): Promise<{ readonly result: unknown } | { readonly reason: string }> =>
      withSlot(async () => {
        const first = await runOnce(task);
        const outcome = 'failure' in first && first.failure === 'crash' ? await runOnce(task) : first;
        return 'failure' in outcome ? { reason: failureReasons[outcome.failure] } : outcome;
      }),
    /** What a worker sent when it was ready. Starts one if none is running. */
    info: (): Promise<unknown> =>
      withSlot(async () => {
        const worker = await takeWorker();
        returnWorker(worker);
        return worker.info;
      }),
    async close(): Promise<void> {
      clearTimeout(idleTimer);
      for (const worker of all) stopWorker(worker);
      idle.length = 0;
    },
  };
};

export type WorkerOptions = {
  readonly processes: number;
  /** Tasks after which a process is replaced, so that memory leaks stay bounded. */
  readonly recycleAfter: number;
  readonly timeoutMs: number;
  /** After this long without a task, processes end and free their memory; the next task starts new ones. */
  readonly idleMs: number;
  /** Limit on top of what the process uses when it is ready. */
  readonly memoryMb: number;
};

/** The module that a worker process runs, and the settings it receives before its first task. */
type WorkerProgram = { readonly file: URL; readonly settings: unknown };

export type WorkerSettings = { readonly settings: unknown; readonly memoryMb: number };

export type FromWorker =
  | { readonly kind: 'ready'; readonly info: unknown }
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'fault'; readonly fault: SentFault }
  /** The worker could not start, for an unforeseen reason. */
  | { readonly kind: 'broken'; readonly error: Error };

/** Exit status of a process that took more memory than a task may. */
export const outOfMemoryExitCode = 86;

/** Why a task has no result: it took too long, used too much memory, or its process ended. */
type WorkerFailure = 'timeout' | 'memory' | 'crash';

const startTimeoutMs = 60_000;
/** The serving process keeps priority where both compete for a core. */
const niceness = 5;

const startWorker = async ({ file, settings: setting }: WorkerProgram, options: WorkerOptions) => {
  const child = fork(file, [], {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=256', '--disable-warning=ExperimentalWarning'],
    // No environment: variables may hold secrets.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  lowerPriority(child.pid);
  const response = nextMessage(child, startTimeoutMs);
  child.send({ settings: setting, memoryMb: options.memoryMb } satisfies WorkerSettings, () => undefined);
  const started = await response;
  if (started.kind === 'message' && started.message.kind === 'ready')
    return createWorker(child, started.message.info, options);
  child.kill('SIGKILL');
  throw await toStartFault(started);
};

const toStartFault = async (started: Outcome): Promise<Fault> => {
  if (started.kind === 'message' && started.message.kind === 'fault')
    return fromSentFault(started.message.fault);
  const isBroken = started.kind === 'message' && started.message.kind === 'broken';
  const missing = await listMissingParts();
  if (missing.length > 0)
    return new Fault('unavailable', `Pictures need ${missing.join(' and ')}, which cannot be loaded here.`, {
      nextStep: installParts(missing),
    });
  return new Fault('internal', 'The process that works on pictures does not start.', {
    nextStep: 'Run `kindred doctor`.',
    ...(isBroken && { cause: started.message.error }),
  });
};

const lowerPriority = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) setPriority(pid, niceness);
  } catch {
    // The process has ended, or the system does not allow it. The priority is no requirement.
  }
};

type WorkerProcess = ReturnType<typeof createWorker>;

/** One process with one task at a time, so that a crash can be attributed to a picture. */
const createWorker = (child: ChildProcess, info: unknown, { recycleAfter, timeoutMs }: WorkerOptions) => {
  let done = 0;
  let alive = true;
  child.once('exit', () => (alive = false));
  child.on('error', () => (alive = false));
  const stop = (): void => {
    alive = false;
    child.kill('SIGKILL');
  };
  return {
    info,
    async work(task: unknown): Promise<{ readonly result: unknown } | { readonly failure: WorkerFailure }> {
      done++;
      const response = nextMessage(child, timeoutMs);
      child.send({ task }, () => undefined);
      const outcome = await response;
      if (outcome.kind === 'message' && outcome.message.kind === 'done')
        return { result: outcome.message.result };
      stop();
      return { failure: classifyFailure(outcome) };
    },
    /** False once it has ended or has done `recycleAfter` tasks. */
    isUsable: (): boolean => alive && done < recycleAfter,
    stop,
  };
};

type Outcome =
  | { readonly kind: 'message'; readonly message: FromWorker }
  | { readonly kind: 'exit'; readonly code: number | null }
  | { readonly kind: 'timeout' };

const classifyFailure = (outcome: Outcome): WorkerFailure => {
  if (outcome.kind === 'timeout') return 'timeout';
  return outcome.kind === 'exit' && outcome.code === outOfMemoryExitCode ? 'memory' : 'crash';
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
    const timer = setTimeout(() => finish({ kind: 'timeout' }), timeoutMs);
    child.once('message', onMessage).once('exit', onExit).once('error', onError);
  });
