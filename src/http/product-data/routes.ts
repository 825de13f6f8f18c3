import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Dataset } from '../../domain/dataset.ts';
import type { Subscription } from '../../domain/subscription.ts';
import { Fault } from '../../errors.ts';
import { createKeyedRoutes, type KeyedRouteNeeds } from '../adapter/keyed-routes.ts';
import * as answers from '../edge/answers.ts';
import { canonicalGuid } from '../edge/box.ts';
import { type Answer, urlQuery } from '../edge/call.ts';
import { onlyValue, parseQuery } from '../edge/query.ts';
import { productDataDocument } from './openapi.ts';
import { type ChangeTarget, createProductData, type ProductDataNeeds } from './product-data.ts';
import type { UnknownFields } from './name-values.ts';
import { readItems, readOneItem } from './read-body.ts';
import { type ChangeReport, productDataLimits } from './schema.ts';

export type ProductDataRouteNeeds = KeyedRouteNeeds & { readonly productData: ProductDataNeeds };

type Params = { readonly identifier?: string; readonly websiteTracker?: string };
type Work = (target: ChangeTarget, request: FastifyRequest) => Promise<Answer>;

/** Live changes of single products. Order of checks as at the edge: key, rate and quota, then the body. */
export const productDataRoutes = (app: FastifyInstance, needs: ProductDataRouteNeeds): void => {
  const service = createProductData(needs.productData);
  const routes = createKeyedRoutes(needs, 'productData');
  const handler = (work: Work) =>
    routes.handler(({ subscription, request }) => work(resolveTarget(needs, subscription, request), request));

  const one = (
    change: (shop: ChangeTarget, items: ReturnType<typeof readOneItem>) => Promise<ChangeReport>,
  ) => handler(async (shop, { body }) => singleAnswer(await change(shop, readOneItem(body))));
  const many = (change: (shop: ChangeTarget, items: ReturnType<typeof readItems>) => Promise<ChangeReport>) =>
    handler(async (shop, { body }) => listAnswer(await change(shop, readItems(body))));
  const options = { onRequest: routes.onRequest, bodyLimit: productDataLimits.bodyBytes };

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

/** The website of the key, and its product dataset: the one named in the query, or the only one. */
const resolveTarget = (
  needs: ProductDataRouteNeeds,
  { websiteId, name: key }: Subscription,
  { raw }: FastifyRequest,
): ChangeTarget => {
  const website = needs.directory().website(websiteId);
  if (website === null) throw new Error(`The key belongs to website ${websiteId}, which does not exist.`);
  const datasets = needs.productData.datasets(websiteId);
  const query = parseQuery(urlQuery(raw.url ?? ''));
  const name = onlyValue(query, 'dataset');
  const [only, another] = name === null ? datasets : datasets.filter((dataset) => matchesName(dataset, name));
  if (only === undefined || another !== undefined) {
    const problem = name === null ? 'is missing' : 'not a product dataset of yours';
    throw new Fault('bad-input', `dataset: ${problem}.`, {
      nextStep: `Allowed: ${datasets.map((dataset) => dataset.name).join(', ') || 'none: the website has no products'}.`,
    });
  }
  return { website, dataset: only, key, unknownFields: readUnknownFields(onlyValue(query, 'unknownFields')) };
};

const readUnknownFields = (value: string | null): UnknownFields => {
  if (value === null || value === 'refuse') return 'refuse';
  if (value === 'warn') return value;
  throw new Fault('bad-input', 'unknownFields: is no known choice.', {
    nextStep: 'Allowed: refuse (the default) or warn.',
  });
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
