import type { Directory } from '../../domain/directory.ts';
import type { OperationName } from '../../domain/subscription.ts';
import { Fault, faultTable } from '../../errors.ts';
import type { AnswerCache } from './answer-cache.ts';
import * as answers from './answers.ts';
import { type Answer, type Call, copyAnswer, urlPath, urlQuery } from './call.ts';
import { allowedMethods, corsHeaders, preflightAnswer } from './cors.ts';
import {
  type AdmissionNeeds,
  type AdmissionRequest,
  admissionRules,
  admitCall,
  prepareAdmission,
} from './admission.ts';
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
import { finishAnswer, type ReadyAnswer } from './ready-answer.ts';
import { addRateHeaders, type RateHeaders } from './rate-headers.ts';
import { readShopper } from './shopper.ts';
import { CallerClosed, runInSlot } from './run-in-slot.ts';
import type { Turns } from './turns.ts';

/** `answerWithinMs`: for both operations alike. Work that takes longer is answered 503 and gives its slot back. */
export const edgeDefaults = { retryAfterSeconds: 1, answerWithinMs: 5_000 } as const;

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
  readonly turns: Turns;
  readonly inFlight: ConcurrencyLimiter;
  readonly answerWithinMs: number;
  /** null: no answer is kept. */
  readonly cache: AnswerCache | null;
  /** A call got no slot. */
  readonly onRefused: (reason: SlotRefusal) => void;
  readonly onCompleted: (completed: CompletedCall) => void;
};

/**
 * An answer that is returned at once is valid in this turn of the event loop: the bytes of a kept one may be used again.
 * One that is promised stays as it is.
 */
export type Edge = (call: Call) => Answer | Promise<Answer>;

/**
 * Order of checks: route, key, rate and quota, parameters, work. An answer that is kept needs no work and no slot, and
 * is returned at once.
 */
export const createEdge = (needs: EdgeNeeds): Edge => {
  const routes = new Map(
    needs.operations.flatMap((operation) => operationPaths(operation).map((path) => [path, operation])),
  );
  /** Nearly all calls have the usual spelling of the path. */
  const findOperation = (url: string): Operation | undefined => {
    const end = url.indexOf('?');
    return routes.get(end < 0 ? url : url.slice(0, end)) ?? routes.get(canonicalPath(urlPath(url)));
  };
  return (call) => {
    const startedAt = performance.now();
    const operation = findOperation(call.url);
    const trace: Trace = { websiteId: null, querySummary: null, rateHeaders: null };
    const complete = ({ answer, cause }: Outcome): Answer => {
      needs.onCompleted({
        call,
        operation: operation?.name ?? 'none',
        requestId: call.requestId,
        status: answer.status,
        elapsedMs: performance.now() - startedAt,
        websiteId: trace.websiteId,
        querySummary: trace.querySummary,
        cause,
      });
      const whole = 'block' in answer ? answer : withCommonHeaders(answer);
      return forMethod(call.method, addRateHeaders(whole, trace.rateHeaders));
    };
    const outcome = answerOrFault(needs, operation, call, trace);
    return outcome instanceof Promise ? outcome.then(complete) : complete(outcome);
  };
};

const commonHeaders = { ...corsHeaders, 'x-content-type-options': 'nosniff' };

const withCommonHeaders = (answer: Answer): Answer => ({
  ...answer,
  headers: { ...answer.headers, ...commonHeaders },
});

/** HEAD: the headers of GET, content length included, without the body. */
const forMethod = (method: string, answer: Answer): Answer => {
  if (method !== 'HEAD' || answer.body.length === 0) return answer;
  const headers = { ...answer.headers, 'content-length': String(answer.body.length) };
  return { status: answer.status, headers, body: Buffer.alloc(0) };
};

/** Filled step by step, so that a call that ends in a fault is logged with what was known by then. */
type Trace = {
  websiteId: number | null;
  querySummary: QuerySummary | null;
  rateHeaders: RateHeaders | null;
};

type Outcome = { readonly answer: Answer; readonly cause?: unknown };

const answerOrFault = (
  needs: EdgeNeeds,
  operation: Operation | undefined,
  call: Call,
  trace: Trace,
): Outcome | Promise<Outcome> => {
  const toFault = (cause: unknown): Outcome => ({ answer: faultAnswer(cause, call.requestId), cause });
  try {
    if (operation === undefined) return { answer: answers.notFound() };
    if (call.method === 'OPTIONS') return { answer: preflightAnswer(call) };
    if (call.method !== 'GET' && call.method !== 'HEAD') {
      return { answer: answers.methodNotAllowed(allowedMethods) };
    }
    const answer = serve(needs, operation, call, trace);
    if (!(answer instanceof Promise)) return { answer };
    return answer.then((made): Outcome => ({ answer: made }), toFault);
  } catch (cause) {
    return toFault(cause);
  }
};

const serve = (
  needs: EdgeNeeds,
  operation: Operation,
  call: Call,
  trace: Trace,
): Answer | Promise<Answer> => {
  const query = parseQuery(urlQuery(call.url));
  const request = { call, query, directory: needs.directory(), rules: admissionRules[operation.name] };
  const preparing = prepareAdmission(needs, request);
  if (preparing !== null) return preparing.then(() => own(serveRequest(needs, operation, request, trace)));
  return serveRequest(needs, operation, request, trace);
};

const serveRequest = (
  needs: EdgeNeeds,
  operation: Operation,
  request: AdmissionRequest,
  trace: Trace,
): Answer | Promise<Answer> => {
  const { call, query, directory } = request;
  const admitted = admitCall(needs, request);
  if ('status' in admitted) return admitted;
  const { subscription, rateHeaders } = admitted;
  trace.websiteId = subscription.websiteId;
  trace.rateHeaders = rateHeaders;
  const { cache } = needs;
  const { question, work } = operation.prepare({
    directory,
    subscription,
    query,
    requestId: call.requestId,
    shopper: readShopper(call),
    baseUrl: buildBaseUrl(call, needs.publicUrl),
  });
  const finding =
    question === null || !cache
      ? null
      : cache.find({
          ...question,
          key: `${toHostKey(call, needs.publicUrl)}${question.key}`,
          directory,
        });
  if (finding?.kept) return sendKept(finding.kept, call, trace);
  let isAtOnce = true;
  const finish = (made: OperationAnswer): Answer | Promise<Answer> => {
    const answer = finishAnswer(made, commonHeaders);
    if (made.isReusable) finding?.keep(answer);
    const sent = sendKept(answer, call, trace);
    return isAtOnce ? sent : own(sent);
  };
  // Finished in the slot: until then, the bytes are those of the next answer too.
  const answered = runInSlot(needs, subscription.websiteId, call, () => {
    const made = work();
    return made instanceof Promise ? waitAtMost(needs.answerWithinMs, made.then(finish)) : finish(made);
  });
  isAtOnce = false;
  return answered;
};

/** A database that hangs must not hold calls for as long as it does. */
const waitAtMost = <T>(limitMs: number, work: Promise<T>): Promise<T> => {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(tookTooLong()), limitMs);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

const tookTooLong = (): Fault =>
  new Fault('unavailable', 'The answer took too long.', { nextStep: 'Try again shortly.' });

const own = (answer: Answer | Promise<Answer>): Answer | Promise<Answer> =>
  answer instanceof Promise ? answer : copyAnswer(answer);

const sendKept = (answer: ReadyAnswer, call: Call, trace: Trace): Answer | Promise<Answer> => {
  trace.querySummary = answer.querySummary;
  return answer.forCall(call);
};

/** Answers may hold addresses of this service, which depend on the host that the caller used. */
const toHostKey = ({ scheme, headers }: Call, publicUrl: string | null): string =>
  publicUrl === null ? `${scheme} ${headers.host ?? ''} ` : '';

/** 400, 404 and 503 carry their message, since the caller can act on it; any other fault is a 500 without its text. */
export const faultAnswer = (cause: unknown, requestId: string): Answer => {
  if (cause instanceof CallerClosed) return answers.callerClosed();
  if (!(cause instanceof Fault)) return answers.internalError(requestId);
  const text = [cause.message, cause.nextStep].filter((part) => part !== undefined).join(' ');
  const { status } = faultTable[cause.code];
  if (status === 400 || status === 404) return answers.textAnswer(status, text);
  if (status === 503) return answers.unavailable(text, edgeDefaults.retryAfterSeconds);
  return answers.internalError(requestId);
};
