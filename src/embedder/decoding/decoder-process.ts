import { type ChildProcess, fork } from 'node:child_process';
import { Fault } from '../../errors.ts';
import type { DecodeResult } from '../decode.ts';
import { type FromChild, outOfMemory, type ToChild } from './messages.ts';

export type DecoderOptions = {
  readonly processes: number;
  /** Pictures after which a process is replaced: what leaks, leaks for so long only. */
  readonly recycleAfter: number;
  readonly timeoutMs: number;
  readonly memoryMb: number;
};

/** One process; one picture at a time, so that a death can be laid at a picture's door. */
export type DecoderProcess = {
  decode(picture: ToChild): Promise<DecodeResult>;
  /** False once it has died or done its share. */
  isFit(): boolean;
  stop(): void;
};

const startTimeoutMs = 30_000;

export const startDecoder = async (options: DecoderOptions): Promise<DecoderProcess> => {
  const child = fork(new URL('./child.ts', import.meta.url), [String(options.memoryMb)], {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=128', '--disable-warning=ExperimentalWarning'],
    // No variable of ours: settings may hold secrets.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const started = await nextMessage(child, startTimeoutMs);
  if (started.kind !== 'message') {
    child.kill('SIGKILL');
    throw new Fault('internal', 'The process that decodes pictures does not start.', {
      nextStep: 'Run `kindred doctor`: an image library may be missing from this installation.',
    });
  }
  return createDecoder(child, options);
};

const createDecoder = (child: ChildProcess, { recycleAfter, timeoutMs }: DecoderOptions): DecoderProcess => {
  let decoded = 0;
  let alive = true;
  child.once('exit', () => (alive = false));
  child.on('error', () => (alive = false));
  const stop = (): void => {
    alive = false;
    child.kill('SIGKILL');
  };
  return {
    async decode(picture) {
      decoded++;
      const coming = nextMessage(child, timeoutMs);
      child.send(picture, () => undefined);
      const outcome = await coming;
      if (outcome.kind === 'message' && outcome.message.kind === 'decoded') return outcome.message.result;
      stop();
      return { ok: false, reason: reasonOf(outcome, timeoutMs) };
    },
    isFit: () => alive && decoded < recycleAfter,
    stop,
  };
};

type Outcome =
  | { readonly kind: 'message'; readonly message: FromChild }
  | { readonly kind: 'exit'; readonly code: number | null }
  | { readonly kind: 'late' };

const reasonOf = (outcome: Outcome, timeoutMs: number): string => {
  if (outcome.kind === 'late') return `not decoded within ${Math.ceil(timeoutMs / 1000)} seconds`;
  if (outcome.kind === 'exit' && outcome.code === outOfMemory)
    return 'decoding it takes more memory than a picture may';
  return 'decoding it brought the decoder down';
};

const nextMessage = (child: ChildProcess, timeoutMs: number): Promise<Outcome> =>
  new Promise((resolve) => {
    const finish = (outcome: Outcome): void => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
      resolve(outcome);
    };
    const onMessage = (message: unknown): void => finish({ kind: 'message', message: message as FromChild });
    const onExit = (code: number | null): void => finish({ kind: 'exit', code });
    const onError = (): void => finish({ kind: 'exit', code: null });
    const timer = setTimeout(() => finish({ kind: 'late' }), timeoutMs);
    child.once('message', onMessage).once('exit', onExit).once('error', onError);
  });
