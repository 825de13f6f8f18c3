export type RowFault = { readonly path: string; readonly message: string };

/** What the service said when it refused. A request that never reached it throws the browser's own error. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly nextStep: string | null;
  readonly requestId: string | null;
  readonly faults: readonly RowFault[];
  readonly needsCode: boolean;

  constructor(status: number, body: ErrorBody, requestId: string | null) {
    super(body.message ?? `The service answered ${status}.`);
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code ?? 'internal';
    this.nextStep = body.nextStep ?? null;
    this.requestId = body.requestId ?? requestId;
    this.faults = body.faults ?? [];
    this.needsCode = body.needsCode ?? false;
  }
}

export type ErrorBody = {
  readonly code?: string;
  readonly message?: string;
  readonly nextStep?: string;
  readonly requestId?: string;
  readonly faults?: readonly RowFault[];
  readonly needsCode?: boolean;
};

export const textOfError = (error: unknown): string | null =>
  error instanceof ApiError ? error.message : null;
export const nextStepOf = (error: unknown): string | null =>
  error instanceof ApiError ? error.nextStep : null;
export const requestIdOf = (error: unknown): string | null =>
  error instanceof ApiError ? error.requestId : null;
export const isStatus = (error: unknown, status: number): boolean =>
  error instanceof ApiError && error.status === status;
