import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { release as version } from '../../release.ts';
import { sendAnswer } from '../adapter/fastify-adapter.ts';
import type { Answer } from '../call/call.ts';
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

const healthy: Answer = {
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  body: Buffer.from(JSON.stringify({ status: 'ok' })),
};

/** Answers that need nothing of the service but a thread that runs, by path. */
export const fixedAnswers: ReadonlyMap<string, Answer> = new Map([['/healthz', healthy]]);

/** Liveness, readiness and metrics for operators of the service. */
export const monitoringRoutes = (app: FastifyInstance, needs: MonitoringNeeds): void => {
  const { readiness, metrics, metricsToken } = needs;
  for (const [path, answer] of fixedAnswers) app.get(path, (_request, reply) => sendAnswer(reply, answer));

  app.get('/readyz', (_request, reply) => {
    const { ready, waitingFor, warnings = [] } = readiness();
    reply.header('cache-control', 'no-store');
    if (ready) return reply.send({ status: 'ready', version, ...(warnings.length > 0 && { warnings }) });
    return reply.code(503).header('retry-after', '1').send({ status: 'waiting', version, waitingFor });
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
