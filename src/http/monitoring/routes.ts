import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** Whether the service can answer; otherwise what it waits for, in words. */
export type Readiness = { readonly ready: boolean; readonly waitingFor: readonly string[] };

type MonitoringNeeds = { readonly readiness: () => Readiness; readonly metrics: Metrics };

/** Liveness, readiness and metrics for operators of the service. */
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
