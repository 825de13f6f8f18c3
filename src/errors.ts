import type { Reason } from './fault-reasons.ts';

export type { Reason as Reason };

/**
 * Every way in which a request or a command can go wrong, in one table.
 * `status` is what HTTP answers, `exit` what the command line exits with.
 */
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

/** One thing that is wrong with what was given, and where: `$.boxes[0].facets`. */
export type ValidationIssue = { readonly path: string; readonly message: string; readonly reason?: Reason };

type FaultDetails = {
  nextStep?: string;
  cause?: unknown;
  /** Each thing that is wrong, where there can be several. */
  issues?: readonly ValidationIssue[];
  /** Whole seconds after which it is worth trying again. */
  retryAfterSeconds?: number;
  /** What must be given besides. */
  needs?: 'code';
  /** Which fault it is, for those who tell it in their own words. */
  reason?: Reason;
};

/**
 * A foreseen failure. Its message may be shown to whoever asked; its `nextStep` says what they can do.
 * Anything else that is thrown is our own fault: it is logged whole and answered without its text.
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

/** Somebody stopped the work on purpose; nothing went wrong. */
export const isAbortError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'AbortError';
