import type { Directory } from '../../domain/directory.ts';
import type { OperationName } from '../../domain/subscription.ts';
import { Fault, faultTable } from '../../errors.ts';
import * as answers from './answers.ts';
import { type Answer, type Call, urlPath, urlQuery } from './call.ts';
import { allowedMethods, corsHeaders, preflightAnswer } from './cors.ts';
import { computeEtag, matchesEtag } from './etag.ts';
import { type AdmissionNeeds, admissionRules, admitCall } from './admission.ts';
import type { ConcurrencyLimiter, SlotRefusal } from './concurrency-limiter.ts';
import {
  type QuerySummary,
  type Operation,
  type OperationAnswer,
  canonicalPath,
  operationPaths,
} from './operation.ts';
import { buildBaseUrl } from './key.ts';
import { parseQuery } from './query.ts';
import { readShopper } from './shopper.ts';
import { requestIdHeader } from './request-id.ts';
import { CallerClosed, runInSlot } from './run-in-slot.ts';

export const edgeDefaults = { retryAfterSeconds: 1 } as const;

/** A call that has been answered, for logs, metrics and analytics. */
export type CompletedCall = {
  readonly call: Call;
  readonly operation: OperationName | 'productData' | 'none';
  readonly requestId: string;
  readonly status: number;
  readonly elapsedMs: number;
  /** The website of the key; null when no key was accepted. */
  readonly websiteId: number | null;
  /** null when the operation did not run to its end. */
  readonly querySummary: QuerySummary | null;
  /** Why a 500 or a 503 was answered. */
  readonly cause?: unknown;
};

export type EdgeNeeds = AdmissionNeeds & {
  readonly operations: readonly Operation[];
  readonly directory: () => Directory;
  readonly inFlight: ConcurrencyLimiter;
  /** A call got no slot. */
  readonly onRefused: (reason: SlotRefusal) => void;
  readonly onCompleted: (completed: CompletedCall) => void;
};

export type Edge = (call: Call) => Promise<Answer>;

/** Order of checks: route, key, rate and quota, parameters, work. */
export const createEdge = (needs: EdgeNeeds): Edge => {
  const routes = new Map(
    needs.operations.flatMap((operation) => operationPaths(operation).map((path) => [path, operation])),
  );
  return async (call) => {
    const startedAt = performance.now();
    const { requestId } = call;
    const operation = routes.get(canonicalPath(urlPath(call.url)));
    const trace: Trace = { websiteId: null, querySummary: null };
    const { answer, cause } = await answerOrFault(needs, operation, { call, requestId, trace });
    const elapsedMs = performance.now() - startedAt;
    const name = operation?.name ?? 'none';
    needs.onCompleted({
      call,
      operation: name,
      requestId,
      status: answer.status,
      elapsedMs,
      cause,
      ...trace,
    });
    const headers = { ...answer.headers, ...commonHeaders, [requestIdHeader]: requestId };
    return forMethod(call.method, { ...answer, headers });
  };
};

const commonHeaders = { ...corsHeaders, 'x-content-type-options': 'nosniff' };

/** HEAD: the headers of GET, content length included, without the body. */
const forMethod = (method: string, answer: Answer): Answer => {
  if (method !== 'HEAD' || answer.body.length === 0) return answer;
  const headers = { ...answer.headers, 'content-length': String(answer.body.length) };
  return { ...answer, headers, body: Buffer.alloc(0) };
};

/** Filled step by step, so that a call that ends in a fault is logged with what was known by then. */
type Trace = { websiteId: number | null; querySummary: QuerySummary | null };

type Incoming = { readonly call: Call; readonly requestId: string; readonly trace: Trace };

type Outcome = { readonly answer: Answer; readonly cause?: unknown };

const answerOrFault = async (
  needs: EdgeNeeds,
  operation: Operation | undefined,
  incoming: Incoming,
): Promise<Outcome> => {
  const { call, requestId } = incoming;
  try {
    if (operation === undefined) return { answer: answers.notFound() };
    if (call.method === 'OPTIONS') return { answer: preflightAnswer(call) };
    if (call.method !== 'GET' && call.method !== 'HEAD') {
      return { answer: answers.methodNotAllowed(allowedMethods) };
    }
    return { answer: await serve(needs, operation, incoming) };
  } catch (cause) {
    return { answer: faultAnswer(cause, requestId), cause };
  }
};

const serve = async (
  needs: EdgeNeeds,
  operation: Operation,
  { call, requestId, trace }: Incoming,
): Promise<Answer> => {
  const query = parseQuery(urlQuery(call.url));
  const directory = needs.directory();
  const entry = admitCall(needs, { call, query, directory, rules: admissionRules[operation.name] });
  if ('status' in entry) return entry;
  trace.websiteId = entry.websiteId;
  const work = operation.prepare({
    directory,
    subscription: entry,
    query,
    requestId,
    shopper: readShopper(call),
    baseUrl: buildBaseUrl(call, needs.publicUrl),
  });
  const answer = await runInSlot(needs, entry.websiteId, call, work);
  trace.querySummary = answer.querySummary;
  return resultAnswer(call, answer);
};

/** A shared cache keeps answers of different keys apart, and those for origins that a key may not be used from. */
const vary = 'Origin, Ocp-Apim-Subscription-Key';

const resultAnswer = (call: Call, { body, version, cacheControl }: OperationAnswer): Answer => {
  const etag = computeEtag(body);
  const headers = { etag, 'x-kindred-version': version, 'cache-control': cacheControl, vary };
  if (matchesEtag(call.headers['if-none-match'], etag))
    return { status: 304, headers, body: Buffer.alloc(0) };
  return { status: 200, headers: { ...headers, 'content-type': 'application/json; charset=utf-8' }, body };
};

/** 400 and 503 carry their message, since the caller can act on it; any other fault is a 500 without its text. */
export const faultAnswer = (cause: unknown, requestId: string): Answer => {
  if (cause instanceof CallerClosed) return answers.callerClosed();
  if (!(cause instanceof Fault)) return answers.internalError(requestId);
  const text = [cause.message, cause.nextStep].filter((part) => part !== undefined).join(' ');
  const { status } = faultTable[cause.code];
  if (status === 400) return answers.textAnswer(400, text);
  if (status === 503) return answers.unavailable(text, edgeDefaults.retryAfterSeconds);
  return answers.internalError(requestId);
};
