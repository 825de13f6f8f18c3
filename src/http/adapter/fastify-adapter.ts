import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { type Answer, type Call, requestIdHeader } from '../call/call.ts';
import type { Edge } from '../operation/edge.ts';
import { toCall } from './serve-operations.ts';

/** Fastify's hook and handler that pass a request to the edge and send its answer. */
export const createEdgeHandlers = (edge: Edge) => {
  /** Answers the request and ends its processing; `done` is called only with an error. */
  const hook = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    edge(toCallOf(request, reply))
      .then((answer) => void sendAnswer(reply, answer, request.id))
      .catch(done);
  };
  const handler = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    hook(request, reply, (failure) => void reply.send(failure));
    return reply;
  };
  return { hook, handler };
};

export type EdgeHandlers = ReturnType<typeof createEdgeHandlers>;

export const sendAnswer = (
  reply: FastifyReply,
  { status, headers, body }: Answer,
  requestId?: string,
): FastifyReply => {
  if (requestId !== undefined) void reply.header(requestIdHeader, requestId);
  // Without a body no content type or length: a cache would store those of a 304 for the full answer.
  return reply
    .code(status)
    .headers(headers)
    .send(body.length === 0 ? undefined : body);
};

export const toCallOf = ({ raw, ip, id }: FastifyRequest, reply: FastifyReply): Call =>
  toCall(raw, reply.raw, { address: ip, requestId: id });
