import type { FastifyInstance } from 'fastify';
import { methodNotAllowed } from '../call/answers.ts';
import { sendAnswer } from './fastify-adapter.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
type Method = (typeof methods)[number];

/** Answers 405, with what is allowed, to the methods that a path does not have. `elsewhere`: another route has these. */
export const refuseOtherMethods = (
  app: FastifyInstance,
  url: string,
  allowed: readonly Method[],
  { elsewhere = [], headers = {} }: { elsewhere?: readonly Method[]; headers?: Record<string, string> } = {},
): void => {
  const { headers: own, ...answer } = methodNotAllowed(allowed.join(', '));
  app.route({
    method: methods.filter((method) => !allowed.includes(method) && !elsewhere.includes(method)),
    url,
    // Before a body is read.
    onRequest: (request, reply) => {
      void sendAnswer(reply, { ...answer, headers: { ...own, ...headers } }, request.id);
    },
    handler: () => undefined,
  });
};
