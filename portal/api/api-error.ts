import type { ReasonCode } from '../../src/fault-reasons.ts';

/** Which fault it is, where the service has a name for it, with what its sentence names. */
type Named = { readonly reason?: ReasonCode; readonly values?: ToldValues };
export type ToldAnswer = { readonly reason: ReasonCode; readonly values?: ToldValues };
type ToldValues = Readonly<Record<string, string | number>>;

export type FlawAnswer = Named & { readonly path: string; readonly message: string };

/** What the service said when it refused. A request that never reached it throws the browser's own error. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly nextStep: string | null;
  readonly requestId: string | null;
  readonly flaws: readonly FlawAnswer[];
  readonly needsCode: boolean;
  readonly told: Named;

  constructor(status: number, body: ErrorBody, requestId: string | null) {
    super(body.message ?? `The service answered ${status}.`);
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code ?? 'internal';
    this.nextStep = body.nextStep ?? null;
    this.requestId = body.requestId ?? requestId;
    this.flaws = body.faults ?? [];
    this.needsCode = body.needsCode ?? false;
    this.told = { ...(body.reason && { reason: body.reason }), ...(body.values && { values: body.values }) };
  }
}

export type ErrorBody = Named & {
  readonly code?: string;
  readonly message?: string;
  readonly nextStep?: string;
  readonly requestId?: string;
  readonly faults?: readonly FlawAnswer[];
  readonly needsCode?: boolean;
};

export const requestIdOf = (error: unknown): string | null =>
  error instanceof ApiError ? error.requestId : null;
export const isStatus = (error: unknown, status: number): boolean =>
  error instanceof ApiError && error.status === status;
