import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** Ready when every part that serving needs is there; otherwise what is still missing, for a person. */
export type Readiness = { readonly ready: boolean; readonly waitingFor: readonly string[] };

type MonitoringNeeds = { readonly readiness: () => Readiness; readonly metrics: Metrics };

/** For whoever runs the service: is it alive, can it answer, how is it doing? */
export const monitoringRoutes = (app: FastifyInstance, { readiness, metrics }: MonitoringNeeds): void => {
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));

  app.get('/readyz', (_request, reply) => {
    const { ready, waitingFor } = readiness();
    reply.header('cache-control', 'no-store');
    if (ready) return reply.send({ status: 'ready' });
    return reply.code(503).header('retry-after', '1').send({ status: 'waiting', waitingFor });
  });

  app.get('/metrics', async (_request, reply) =>
    reply
      .type(metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.text()),
  );
};
