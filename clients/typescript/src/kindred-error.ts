/**
 * `refused`: the service refused the call (400, 401, 403, 404 …); calling again gives the same answer.
 * `unavailable`: it was overloaded, over the rate or failed, in the last attempt too.
 * `unreachable`: no answer at all. `timeout`: no answer in time.
 */
export type FailureKind = 'refused' | 'unavailable' | 'unreachable' | 'timeout';

export class KindredError extends Error {
  override readonly name = 'KindredError';
  readonly kind: FailureKind;
  /** Null when there was no answer. */
  readonly status: number | null;
  readonly requestId: string | null;

  constructor(
    kind: FailureKind,
    message: string,
    details: { readonly status?: number; readonly requestId?: string | null; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.kind = kind;
    this.status = details.status ?? null;
    this.requestId = details.requestId ?? null;
  }
}
