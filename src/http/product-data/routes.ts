import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Dataset } from '../../domain/dataset.ts';
import type { Directory } from '../../domain/directory.ts';
import type { Subscription } from '../../domain/subscription.ts';
import { Fault } from '../../errors.ts';
import type { Limiter } from '../../limits/limiter.ts';
import * as answers from '../edge/answers.ts';
import { canonicalGuid } from '../edge/box.ts';
import { type Answer, type Call, urlQuery } from '../edge/call.ts';
import { faultAnswer, edgeDefaults, type CompletedCall } from '../edge/edge.ts';
import type { ConcurrencyLimiter } from '../edge/concurrency-limiter.ts';
import { readKey, buildRealm } from '../edge/key.ts';
import { onlyValue, parseQuery } from '../edge/query.ts';
import { requestIdHeader } from '../edge/request-id.ts';
import { productDataDocument } from './openapi.ts';
import { createProductData, type ProductDataNeeds, type ChangeTarget } from './product-data.ts';
import { readItems, readOneItem } from './read-body.ts';
import { type ChangeReport, productDataLimits } from './schema.ts';

export type ProductDataRouteNeeds = {
  readonly directory: () => Directory;
  readonly limiter: Pick<Limiter, 'admit'>;
  readonly now: () => number;
  readonly publicUrl: string | null;
  readonly toCall: (request: FastifyRequest, reply: FastifyReply) => Call;
  /** Shared with both operations, so that live changes of one shop do not crowd out the others. */
  readonly inFlight: ConcurrencyLimiter;
  readonly onCompleted: (completed: CompletedCall) => void;
  readonly onFailure: (error: unknown, requestId: string) => void;
  readonly productData: ProductDataNeeds;
};

type Params = { readonly identifier?: string; readonly websiteTracker?: string };
type Work = (shop: ChangeTarget, request: FastifyRequest) => Promise<Answer>;

/** Live changes of single products. Order of checks as at the edge: key, rate and quota, then the body. */
export const productDataRoutes = (app: FastifyInstance, needs: ProductDataRouteNeeds): void => {
  const service = createProductData(needs.productData);
  const subscriptions = new WeakMap<FastifyRequest, Subscription>();

  /** Counted when the answer is sent: a body that cannot be parsed is answered by Fastify's error handler. */
  const recordCompletion = (request: FastifyRequest, call: Call, status: () => number): void => {
    const startedAt = performance.now();
    call.whenClosed(
      once(() => {
        const websiteId = subscriptions.get(request)?.websiteId ?? null;
        const elapsedMs = performance.now() - startedAt;
        const { id: requestId } = request;
        needs.onCompleted({
          operation: 'productData',
          call,
          requestId,
          status: status(),
          elapsedMs,
          websiteId,
          querySummary: null,
        });
      }),
    );
  };

  /** Runs before the body is read, so that a call without a key sends nothing. */
  const admit = async (request: FastifyRequest, reply: FastifyReply) => {
    const call = needs.toCall(request, reply);
    recordCompletion(request, call, () => reply.statusCode);
    const entry = admitCall(needs, call);
    if ('status' in entry) return send(reply, entry, request.id);
    subscriptions.set(request, entry);
    return undefined;
  };

  const answer = async (work: Work, request: FastifyRequest, reply: FastifyReply): Promise<Answer> => {
    const subscription = subscriptions.get(request);
    if (!subscription) throw new Error('A request reached the handler without being admitted.');
    const shop = resolveTarget(needs, subscription, request);
    const release = await needs.inFlight.acquire(subscription.websiteId);
    if (release === null)
      return answers.unavailable(
        'Too many requests are being answered at this moment. Try again shortly.',
        edgeDefaults.retryAfterSeconds,
      );
    needs.toCall(request, reply).whenClosed(release);
    return work(shop, request);
  };

  const handler = (work: Work) => async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      return await send(reply, await answer(work, request, reply), request.id);
    } catch (error) {
      if (!(error instanceof Fault)) needs.onFailure(error, request.id);
      return send(reply, faultAnswer(error, request.id), request.id);
    }
  };

  const one = (
    change: (shop: ChangeTarget, items: ReturnType<typeof readOneItem>) => Promise<ChangeReport>,
  ) => handler(async (shop, { body }) => singleAnswer(await change(shop, readOneItem(body))));
  const many = (change: (shop: ChangeTarget, items: ReturnType<typeof readItems>) => Promise<ChangeReport>) =>
    handler(async (shop, { body }) => listAnswer(await change(shop, readItems(body))));
  const options = { onRequest: admit, bodyLimit: productDataLimits.bodyBytes };

  const document = JSON.stringify(productDataDocument());
  app.get('/productData/openapi.json', async (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(document),
  );
  for (const prefix of ['', '/v1']) {
    app.post(`${prefix}/productData/product`, options, one(service.update));
    app.post(`${prefix}/productData/products`, options, many(service.update));
    app.post(`${prefix}/productData/product/add`, options, one(service.add));
    app.post(`${prefix}/productData/products/add`, options, many(service.add));
    app.delete(
      `${prefix}/productData/product/:identifier`,
      options,
      handler(async (shop, request) => {
        const { identifier = '' } = request.params as Params;
        return singleAnswer(await service.remove(shop, identifier));
      }),
    );
    app.get(
      `${prefix}/productData/product/:websiteTracker/:identifier`,
      options,
      handler(async (shop, request) => {
        const { websiteTracker = '', identifier = '' } = request.params as Params;
        const isOwn = canonicalGuid(websiteTracker) === shop.website.tracker;
        const product = isOwn ? await service.current(shop, identifier) : null;
        return product === null ? answers.notFound() : jsonAnswer(200, product);
      }),
    );
  }
};

/** Runs the work at most once. */
const once = (work: () => void): (() => void) => {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
};

const admitCall = (needs: ProductDataRouteNeeds, call: Call): Answer | Subscription => {
  const key = readKey(call, parseQuery(urlQuery(call.url)));
  if (key === null) return answers.missingKey(buildRealm(call, needs.publicUrl));
  const subscription = needs.directory().subscriptionByKey(key);
  if (subscription === null || subscription.state !== 'active' || subscription.kind !== 'ingest') {
    return answers.invalidKey(buildRealm(call, needs.publicUrl));
  }
  const admission = needs.limiter.admit(subscription, needs.now());
  if (admission.ok) return subscription;
  const { kind, retryAfterSeconds } = admission;
  return kind === 'rate' ? answers.overRate(retryAfterSeconds) : answers.overQuota(retryAfterSeconds);
};

/** The website of the key, and its product dataset: the one named in the query, or the only one. */
const resolveTarget = (
  needs: ProductDataRouteNeeds,
  { websiteId, name: key }: Subscription,
  { raw }: FastifyRequest,
): ChangeTarget => {
  const website = needs.directory().website(websiteId);
  if (website === null) throw new Error(`The key belongs to website ${websiteId}, which does not exist.`);
  const datasets = needs.productData.datasets(websiteId);
  const name = onlyValue(parseQuery(urlQuery(raw.url ?? '')), 'dataset');
  const [only, another] = name === null ? datasets : datasets.filter((dataset) => matchesName(dataset, name));
  if (only === undefined || another !== undefined) {
    const problem = name === null ? 'is missing' : 'not a product dataset of yours';
    throw new Fault('bad-input', `dataset: ${problem}.`, {
      nextStep: `Allowed: ${datasets.map((dataset) => dataset.name).join(', ') || 'none: the website has no products'}.`,
    });
  }
  return { website, dataset: only, key };
};

const matchesName = ({ name, tracker }: Dataset, wanted: string): boolean =>
  name === wanted || tracker === canonicalGuid(wanted);

const jsonAnswer = (status: number, value: unknown): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  body: Buffer.from(JSON.stringify(value)),
});

/** One product: its own status, with the reason as a JSON string. */
const singleAnswer = (report: ChangeReport): Answer => {
  const [item] = report.items;
  if (item === undefined || item.status === 200) return jsonAnswer(200, report);
  return answers.textAnswer(item.status, item.message ?? '');
};

/** 207: some were taken and some were not. */
const listAnswer = (report: ChangeReport): Answer => {
  if (report.refused === 0) return jsonAnswer(200, report);
  return jsonAnswer(report.accepted === 0 ? 400 : 207, report);
};

const send = (reply: FastifyReply, { status, headers, body }: Answer, requestId: string): FastifyReply => {
  return reply
    .code(status)
    .headers({ ...headers, 'x-content-type-options': 'nosniff', [requestIdHeader]: requestId })
    .send(body);
};
