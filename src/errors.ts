import type { Reason } from './fault-reasons.ts';

export type { Reason as Reason };

/** All fault codes with their HTTP status and the exit code of the command line. */
export const faultTable = {
  'bad-input': { status: 400, exit: 2 },
  'not-signed-in': { status: 401, exit: 4 },
  'not-allowed': { status: 403, exit: 4 },
  'not-found': { status: 404, exit: 3 },
  conflict: { status: 409, exit: 5 },
  'waiting-for-approval': { status: 409, exit: 6 },
  'too-large': { status: 413, exit: 2 },
  'too-many': { status: 429, exit: 7 },
  corrupted: { status: 500, exit: 8 },
  internal: { status: 500, exit: 1 },
  unavailable: { status: 503, exit: 9 },
} as const;

export type FaultCode = keyof typeof faultTable;

/** One problem in the input, with its JSON path: `$.boxes[0].facets`. */
export type ValidationIssue = { readonly path: string; readonly message: string; readonly reason?: Reason };

export type FaultDetails = {
  nextStep?: string;
  cause?: unknown;
  /** All problems of the input, where there can be several. */
  issues?: readonly ValidationIssue[];
  /** Whole seconds after which to try again. */
  retryAfterSeconds?: number;
  /** What the caller must send in addition: a TOTP code. */
  needs?: 'code';
  /** Machine-readable reason, for clients that translate the message. */
  reason?: Reason;
};

/**
 * A foreseen error. Its message may be shown to the caller; `nextStep` says what they can do. Any other thrown
 * error is a bug: it is logged in full and answered without its message.
 */
export class Fault extends Error {
  readonly code: FaultCode;
  readonly nextStep: string | undefined;
  readonly issues: readonly ValidationIssue[];
  readonly retryAfterSeconds: number | undefined;
  readonly needs: 'code' | undefined;
  readonly reason: Reason | undefined;

  constructor(code: FaultCode, message: string, details: FaultDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'Fault';
    this.code = code;
    this.nextStep = details.nextStep;
    this.issues = details.issues ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.needs = details.needs;
    this.reason = details.reason;
  }
}

/** What the caller names does not exist. */
export const notThere = (message: string): Fault =>
  new Fault('not-found', message, { reason: { reason: 'not-there' } });

/** A fault as it is sent to another thread or process, where an error loses its properties. */
export type SentFault = Pick<Fault, 'code' | 'message' | 'issues'> &
  Pick<FaultDetails, 'nextStep' | 'reason'>;

export const toSentFault = ({ code, message, issues, nextStep, reason }: Fault): SentFault => ({
  ...{ code, message, issues },
  ...(nextStep && { nextStep }),
  ...(reason && { reason }),
});

export const fromSentFault = ({ code, message, ...details }: SentFault): Fault =>
  new Fault(code, message, details);

/**
 * The results of all readers. When some throw `bad-input`, all of their messages are reported at once, the first one of each
 * parameter (`top: …`): a second fault of the same parameter follows from the first.
 */
export const readTogether = <T extends readonly unknown[]>(
  ...readers: { readonly [K in keyof T]: () => T[K] }
): T => {
  const results: unknown[] = [];
  let faults: Map<string, Fault> | null = null;
  for (const read of readers) {
    try {
      results.push(read());
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'bad-input') throw error;
      const [parameter = ''] = error.message.split(':', 1);
      faults ??= new Map<string, Fault>();
      if (!faults.has(parameter)) faults.set(parameter, error);
    }
  }
  if (faults !== null) throw joinFaults([...faults.values()]);
  return results as unknown as T;
};

const joinFaults = (faults: readonly Fault[]): Fault => {
  const [first, ...others] = faults;
  if (first !== undefined && others.length === 0) return first;
  const texts = faults.map(({ message, nextStep }) => (nextStep ? `${message} ${nextStep}` : message));
  return new Fault('bad-input', texts.join(' '));
};

/** The work was cancelled on purpose. */
export const isAbortError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'AbortError';

/** Something outside of this process is away; it may be back at the next attempt. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Fault && error.code === 'unavailable';
