import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/**
 * Whether the service can answer; otherwise what it waits for, in words. Warnings do not make it unready: it answers,
 * but somebody should look.
 */
export type Readiness = {
  readonly ready: boolean;
  readonly waitingFor: readonly string[];
  readonly warnings?: readonly string[];
};

type MonitoringNeeds = {
  readonly readiness: () => Readiness;
  readonly metrics: Metrics;
  /** Bearer token for metrics that name websites, datasets and versions; null: nobody gets these. */
  readonly metricsToken: string | null;
};

/** Liveness, readiness and metrics for operators of the service. */
export const monitoringRoutes = (app: FastifyInstance, needs: MonitoringNeeds): void => {
  const { readiness, metrics, metricsToken } = needs;
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));

  app.get('/readyz', (_request, reply) => {
    const { ready, waitingFor, warnings = [] } = readiness();
    reply.header('cache-control', 'no-store');
    if (ready) return reply.send({ status: 'ready', ...(warnings.length > 0 && { warnings }) });
    return reply.code(503).header('retry-after', '1').send({ status: 'waiting', waitingFor });
  });

  app.get('/metrics', async ({ headers }, reply) => {
    const isOperator = metricsToken !== null && isSameSecret(headers.authorization, `Bearer ${metricsToken}`);
    return reply
      .type(metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.text(isOperator ? 'operator' : 'anybody'));
  });
};

/** Compares digests, so that the time taken tells nothing about the secret or its length. */
const isSameSecret = (given: string | undefined, expected: string): boolean =>
  timingSafeEqual(hash('sha256', given ?? '', 'buffer'), hash('sha256', expected, 'buffer'));
