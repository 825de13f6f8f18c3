import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Subscription } from '../../domain/subscription.ts';
import { Fault } from '../../errors.ts';
import { type AdmissionRules, admissionRules, admitCall, prepareAdmission } from '../admission/admission.ts';
import { textAnswer } from '../call/answers.ts';
import { type Answer, type Call, requestIdHeader, urlQuery } from '../call/call.ts';
import { faultAnswer, type KeyedNeeds } from '../operation/edge.ts';
import { parseQuery } from '../call/query.ts';
import { runInSlot } from '../admission/run-in-slot.ts';
import { toCallOf } from './fastify-adapter.ts';

/** Its body has been read and its key admitted. */
export type KeyedCall = {
  readonly subscription: Subscription;
  readonly request: FastifyRequest;
  readonly call: Call;
};

type State = { readonly call: Call; subscription: Subscription | null; cause: unknown };

/**
 * Routes with a key and a body, for live changes, events and photos: admission before the body is read, the work in a slot
 * of the website, and a record for log and metrics when the answer has been sent.
 */
export const createKeyedRoutes = (
  needs: KeyedNeeds,
  name: 'productData' | 'events' | 'photoSearch',
  extraHeaders: Readonly<Record<string, string>> = {},
) => {
  const states = new WeakMap<FastifyRequest, State>();

  const send = (reply: FastifyReply, { status, headers, body }: Answer): FastifyReply =>
    reply
      .code(status)
      .headers({
        ...extraHeaders,
        ...headers,
        'x-content-type-options': 'nosniff',
        [requestIdHeader]: reply.request.id,
      })
      .send(body);

  /** Also for a body that cannot be parsed, which Fastify's error handler answers. */
  const recordWhenClosed = (request: FastifyRequest, reply: FastifyReply, state: State): void => {
    const startedAt = performance.now();
    state.call.whenClosed(() =>
      needs.onCompleted({
        operation: name,
        call: state.call,
        requestId: request.id,
        status: reply.statusCode,
        elapsedMs: performance.now() - startedAt,
        websiteId: state.subscription?.websiteId ?? null,
        querySummary: null,
        cause: state.cause,
      }),
    );
  };

  const answerFault = (request: FastifyRequest, reply: FastifyReply, cause: unknown): FastifyReply => {
    const state = states.get(request);
    if (state !== undefined) state.cause = cause;
    return send(reply, faultAnswer(cause, request.id));
  };

  /** Runs before the body is read, so that a call without a key sends nothing. */
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const state: State = { call: toCallOf(request, reply), subscription: null, cause: undefined };
    states.set(request, state);
    recordWhenClosed(request, reply, state);
    try {
      const query = parseQuery(urlQuery(state.call.url));
      const rules: AdmissionRules = admissionRules[name];
      const admission = { call: state.call, query, directory: needs.directory(), rules };
      await prepareAdmission(needs, admission);
      const entry = admitCall(needs, admission);
      if ('status' in entry) return send(reply, entry);
      state.subscription = entry.subscription;
      return undefined;
    } catch (cause) {
      return answerFault(request, reply, cause);
    }
  };

  const handler =
    (work: (call: KeyedCall) => Promise<Answer>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { call, subscription } = states.get(request) ?? {};
      if (!call || !subscription) throw new Error('A request reached the handler without being admitted.');
      try {
        const run = () => work({ subscription, request, call });
        return send(reply, await runInSlot(needs, subscription.websiteId, call, run));
      } catch (cause) {
        return answerFault(request, reply, cause);
      }
    };

  /** Takes bodies whatever their content type says, as bytes or as `parse` reads them. `tooLarge` is the text of a 413. */
  const readBodies = (
    scope: FastifyInstance,
    tooLarge: string,
    parse: (body: Buffer) => unknown = (body) => body,
  ): void => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) =>
      parse(body),
    );
    scope.setErrorHandler((error, { id }, reply) => {
      if (error instanceof Fault) return send(reply, faultAnswer(error, id));
      if (!(error instanceof Error) || !('statusCode' in error) || error.statusCode !== 413) throw error;
      return send(reply, textAnswer(413, tooLarge));
    });
  };

  return { onRequest, handler, send, readBodies };
};
