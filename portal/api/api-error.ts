import type { ReasonCode } from '../../src/fault-reasons.ts';

/** The reason code of a fault, where the service has one, with the values of its text. */
type NamedFault = { readonly reason?: ReasonCode; readonly values?: FaultValues };
export type FaultReasonAnswer = { readonly reason: ReasonCode; readonly values?: FaultValues };
type FaultValues = Readonly<Record<string, string | number>>;

export type FieldFaultAnswer = NamedFault & { readonly path: string; readonly message: string };

/** An error response of the service. A request that never reached it throws the browser's own error. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly nextStep: string | null;
  readonly requestId: string | null;
  readonly fieldFaults: readonly FieldFaultAnswer[];
  readonly needsCode: boolean;
  readonly fault: NamedFault;

  constructor(status: number, body: ErrorBody, requestId: string | null) {
    super(body.message ?? `The service answered ${status}.`);
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code ?? 'internal';
    this.nextStep = body.nextStep ?? null;
    this.requestId = body.requestId ?? requestId;
    this.fieldFaults = body.faults ?? [];
    this.needsCode = body.needsCode ?? false;
    this.fault = { ...(body.reason && { reason: body.reason }), ...(body.values && { values: body.values }) };
  }
}

export type ErrorBody = NamedFault & {
  readonly code?: string;
  readonly message?: string;
  readonly nextStep?: string;
  readonly requestId?: string;
  readonly faults?: readonly FieldFaultAnswer[];
  readonly needsCode?: boolean;
};

export const findRequestId = (error: unknown): string | null =>
  error instanceof ApiError ? error.requestId : null;
/** A value that was refused is refused again: only what is missing, busy or broken is worth another try. */
export const canSucceedLater = (error: unknown): boolean =>
  !(error instanceof ApiError) || ![400, 409, 413, 422].includes(error.status);
export const hasStatus = (error: unknown, status: number): boolean =>
  error instanceof ApiError && error.status === status;
