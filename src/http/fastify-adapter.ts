import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { Answer, Call } from './edge/call.ts';
import type { Edge } from './edge/edge.ts';
import { requestIdHeader } from './edge/request-id.ts';

/** Where the web framework hands a request over to the edge, and takes the answer back. */
export type EdgeHandlers = {
  /** Answers instead of going on; `done` is told only what went wrong with that. */
  readonly hook: (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;
  readonly handler: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
};

export const createEdgeHandlers = (edge: Edge): EdgeHandlers => {
  const hook: EdgeHandlers['hook'] = (request, reply, done) => {
    edge(toCall(request, reply))
      .then((answer) => void sendAnswer(reply, answer))
      .catch(done);
  };
  const handler: EdgeHandlers['handler'] = (request, reply) => {
    hook(request, reply, (failure) => void reply.send(failure));
    return reply;
  };
  return { hook, handler };
};

export const sendAnswer = (
  reply: FastifyReply,
  { status, headers, body }: Answer,
  requestId?: string,
): FastifyReply => {
  if (requestId !== undefined) void reply.header(requestIdHeader, requestId);
  // Without a body there is nothing to describe: a cache would keep the type and length of a 304 for the answer.
  return reply
    .code(status)
    .headers(headers)
    .send(body.length === 0 ? undefined : body);
};

export const toCall = ({ raw, ip, id }: FastifyRequest, reply: FastifyReply): Call => ({
  address: ip,
  requestId: id,
  method: raw.method ?? 'GET',
  url: raw.url ?? '/',
  headers: raw.headers,
  scheme: 'encrypted' in raw.socket && raw.socket.encrypted ? 'https' : 'http',
  // After the answer has left, too: a response that finished is closed in the same moment.
  whenSent: (listener) => void reply.raw.once('close', listener),
});
