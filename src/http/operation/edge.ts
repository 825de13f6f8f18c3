import type { Directory } from '../../domain/directory.ts';
import type { OperationName } from '../../domain/subscription.ts';
import { Fault, faultTable } from '../../errors.ts';
import type { AnswerCache, Question } from '../answer-cache/answer-cache.ts';
import * as answers from '../call/answers.ts';
import { type Answer, type Call, type QuerySummary, urlPath, urlQuery } from '../call/call.ts';
import { allowedMethods, corsHeaders, preflightAnswer } from '../admission/cors.ts';
import { type AdmissionNeeds, admissionRules, admitCall, prepareAdmission } from '../admission/admission.ts';
import {
  type Operation,
  canonicalPath,
  describeRequest,
  operationPaths,
  type PreparedCall,
} from './operation.ts';
import { type Asked, createAskedUrls } from '../answer-cache/asked-urls.ts';
import { hasKeyHeader } from '../admission/key.ts';
import { noQuery, parseQuery } from '../call/query.ts';
import { encodeAnswer, finishAnswer } from '../answer-cache/finished-answer.ts';
import type { RateHeaders } from '../admission/rate-headers.ts';
import { CallerClosed, runInSlot, type SlotNeeds } from '../admission/run-in-slot.ts';

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

/** What all calls with a key need. */
export type KeyedNeeds = AdmissionNeeds &
  SlotNeeds & {
    readonly directory: () => Directory;
    readonly onCompleted: (completed: CompletedCall) => void;
  };

export type EdgeNeeds = KeyedNeeds & {
  readonly operations: readonly Operation[];
  readonly answerWithinMs: number;
  /** null: no answer is cached. */
  readonly cache: AnswerCache | null;
};

export type Edge = (call: Call) => Promise<Answer>;

/**
 * Order of checks: route, key, rate and quota, parameters, work. An answer that is cached needs no work and no slot.
 */
export const createEdge = (edgeNeeds: EdgeNeeds): Edge => {
  const needs: ServeNeeds = { ...edgeNeeds, askedUrls: createAskedUrls() };
  const routes = new Map(
    needs.operations.flatMap((operation) => operationPaths(operation).map((path) => [path, operation])),
  );
  /** Nearly all calls have the usual spelling of the path. */
  const findOperation = (url: string): Operation | undefined => {
    const end = url.indexOf('?');
    return routes.get(end < 0 ? url : url.slice(0, end)) ?? routes.get(canonicalPath(urlPath(url)));
  };
  return async (call) => {
    const startedAt = performance.now();
    const operation = findOperation(call.url);
    const trace: Trace = { websiteId: null, querySummary: null, rateHeaders: null };
    const { answer, cause } = await answerOrFault(needs, operation, call, trace);
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
    const headers = { ...answer.headers, ...commonHeaders, ...trace.rateHeaders };
    return forMethod(call.method, { ...answer, headers });
  };
};

const commonHeaders = { ...corsHeaders, 'x-content-type-options': 'nosniff' };

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

type ServeNeeds = EdgeNeeds & { readonly askedUrls: ReturnType<typeof createAskedUrls> };

type Outcome = { readonly answer: Answer; readonly cause?: unknown };

const answerOrFault = async (
  needs: ServeNeeds,
  operation: Operation | undefined,
  call: Call,
  trace: Trace,
): Promise<Outcome> => {
  try {
    if (operation === undefined) return { answer: answers.notFound() };
    const { otherMethods } = operation;
    const methods = otherMethods ? `${allowedMethods}, ${otherMethods}` : allowedMethods;
    if (call.method === 'OPTIONS') return { answer: preflightAnswer(call, methods) };
    if (call.method !== 'GET' && call.method !== 'HEAD') return { answer: answers.methodNotAllowed(methods) };
    return { answer: await serve(needs, operation, call, trace) };
  } catch (cause) {
    return { answer: faultAnswer(cause, call.requestId), cause };
  }
};

const serve = async (needs: ServeNeeds, operation: Operation, call: Call, trace: Trace): Promise<Answer> => {
  const directory = needs.directory();
  const asked = findAsked(needs, call, directory);
  const query = asked ? noQuery : parseQuery(urlQuery(call.url));
  const request = { call, query, directory, rules: admissionRules[operation.name] };
  if (needs.limiter.prepare !== undefined) await prepareAdmission(needs, request);
  const admitted = admitCall(needs, request);
  if ('status' in admitted) return admitted;
  const { subscription, rateHeaders } = admitted;
  trace.websiteId = subscription.websiteId;
  trace.rateHeaders = rateHeaders;
  const prepare = (): PreparedCall => {
    const whole = query === noQuery ? parseQuery(urlQuery(call.url)) : query;
    return operation.prepare(describeRequest(call, whole, { directory, subscription }, needs.publicUrl));
  };
  if (asked?.subscription === subscription) {
    const again = { question: asked.question, work: () => prepare().work() };
    return (await answerPrepared(needs, call, directory, again, trace)).sent;
  }
  const prepared = prepare();
  const { sent, isCached } = await answerPrepared(needs, call, directory, prepared, trace);
  if (isCached && prepared.question)
    noteAsked(needs, call, directory, { subscription, question: prepared.question });
  return sent;
};

/** With the cached answer where there is one, otherwise with one that is made now. */
const answerPrepared = async (
  needs: ServeNeeds,
  call: Call,
  directory: Directory,
  { question, work }: PreparedCall,
  trace: Trace,
): Promise<{ readonly sent: Answer; readonly isCached: boolean }> => {
  const finding = question && findCached(needs, call, { ...question, directory });
  const cached = finding?.cached ?? null;
  const make = () => inTime(work(), needs.answerWithinMs);
  const answer = cached ?? finishAnswer(await runInSlot(needs, trace.websiteId ?? 0, call, make));
  trace.querySummary = answer.querySummary;
  const encoded = await encodeAnswer(answer, call.headers);
  if (answer.isReusable && encoded.answer !== cached) finding?.keep(encoded.answer);
  return { sent: encoded.sent, isCached: cached !== null };
};

const findCached = ({ cache, publicUrl }: EdgeNeeds, call: Call, question: Question) =>
  cache?.find({ ...question, key: `${toHostKey(call, publicUrl)}${question.key}` });

const findAsked = ({ cache, askedUrls }: ServeNeeds, call: Call, directory: Directory): Asked | null =>
  cache && hasKeyHeader(call) ? askedUrls.find(call.url, directory) : null;

const noteAsked = ({ askedUrls }: ServeNeeds, call: Call, directory: Directory, asked: Asked): void => {
  if (hasKeyHeader(call)) askedUrls.note(call.url, directory, asked);
};

/** A database that hangs must not hold calls for as long as it does. */
const inTime = async <T>(work: Promise<T>, limitMs: number): Promise<T> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(tookTooLong()), limitMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};

const tookTooLong = (): Fault =>
  new Fault('unavailable', 'The answer took too long.', { nextStep: 'Try again shortly.' });

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
