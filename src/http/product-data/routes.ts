import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Dataset } from '../../domain/dataset.ts';
import type { Subscription } from '../../domain/subscription.ts';
import { Fault } from '../../errors.ts';
import { createKeyedRoutes } from '../adapter/keyed-routes.ts';
import type { KeyedNeeds } from '../operation/edge.ts';
import { refuseOtherMethods } from '../adapter/other-methods.ts';
import { jsonAnswer, textAnswer } from '../call/answers.ts';
import { canonicalGuid } from '../operation/box.ts';
import { type Answer, type Call, urlQuery } from '../call/call.ts';
import { buildBaseUrl } from '../admission/key.ts';
import { onlyValue, parseQuery } from '../call/query.ts';
import { productDataDocument } from './openapi.ts';
import { parseJson, type RawItem, readItems, readOneItem } from './items.ts';
import { type ChangeTarget, createProductData, type ProductDataNeeds } from './product-data.ts';
import type { UnknownFields } from './name-values.ts';
import { type ChangeReport, productDataLimits } from './schema.ts';

export type ProductDataRouteNeeds = KeyedNeeds & { readonly productData: ProductDataNeeds };

type Params = { readonly identifier?: string; readonly websiteTracker?: string };
type Work = (target: ChangeTarget, request: FastifyRequest, call: Call) => Promise<Answer>;

/** Live changes of single products. Order of checks as at the edge: key, rate and quota, then the body. */
export const productDataRoutes = (app: FastifyInstance, needs: ProductDataRouteNeeds): void => {
  const service = createProductData(needs.productData);
  const routes = createKeyedRoutes(needs, 'productData');
  const handler = (work: Work) =>
    routes.handler(({ subscription, request, call }) =>
      work(resolveTarget(needs, subscription, request), request, call),
    );

  type Change = (shop: ChangeTarget, items: readonly RawItem[]) => Promise<ChangeReport>;
  const one = (change: Change) =>
    handler(async (shop, { body }) => singleAnswer(await change(shop, readOneItem(body))));
  const many = (change: Change) =>
    handler(async (shop, { body }) => listAnswer(await change(shop, readItems(body))));
  const options = { onRequest: routes.onRequest, bodyLimit: productDataLimits.bodyBytes };

  const document = JSON.stringify(productDataDocument());
  app.get('/productData/openapi.json', async (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(document),
  );
  const remove = handler(async (shop, request) => {
    const { identifier = '' } = request.params as Params;
    return singleAnswer(await service.remove(shop, identifier));
  });
  const current = handler(async (shop, request, call) => {
    const { websiteTracker = '', identifier = '' } = request.params as Params;
    if (canonicalGuid(websiteTracker) !== shop.website.tracker) throw foreignWebsite();
    return jsonAnswer(200, await service.current(shop, identifier, buildBaseUrl(call, needs.publicUrl)));
  });

  void app.register(async (scope) => {
    // None at all is fine where none is needed.
    routes.readBodies(scope, tooLarge, (body) =>
      String(body).trim() === '' ? undefined : parseJson(String(body)),
    );
    for (const base of ['/productData', '/v1/productData']) {
      scope.post(`${base}/product`, options, one(service.update));
      scope.post(`${base}/products`, options, many(service.update));
      scope.post(`${base}/product/add`, options, one(service.add));
      scope.post(`${base}/products/add`, options, many(service.add));
      scope.delete(`${base}/product/:identifier`, options, remove);
      scope.get(`${base}/product/:websiteTracker/:identifier`, options, current);
      for (const path of ['product', 'products', 'products/add'])
        refuseOtherMethods(scope, `${base}/${path}`, ['POST']);
      // A product may be called `add`.
      refuseOtherMethods(scope, `${base}/product/add`, ['POST'], { elsewhere: ['DELETE'] });
      refuseOtherMethods(scope, `${base}/product/:identifier`, ['DELETE']);
      refuseOtherMethods(scope, `${base}/product/:websiteTracker/:identifier`, ['GET', 'HEAD']);
    }
  });
};

const tooLarge = `The body is larger than ${productDataLimits.bodyBytes} bytes. Send at most ${productDataLimits.items} products in one call, and the rest in others.`;

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

const foreignWebsite = (): Fault =>
  new Fault('not-found', 'websiteTracker: is not the website of this key.', {
    nextStep: 'Use the tracker of the website that the key belongs to.',
  });

const matchesName = ({ name, tracker }: Dataset, wanted: string): boolean =>
  name === wanted || tracker === canonicalGuid(wanted);

/** One product: its own status, with the reason as a JSON string. */
const singleAnswer = (report: ChangeReport): Answer => {
  const [item] = report.items;
  if (item === undefined || item.status === 200) return jsonAnswer(200, report);
  return textAnswer(item.status, item.message ?? '');
};

/** 207: some were taken and some were not. */
const listAnswer = (report: ChangeReport): Answer => {
  if (report.refused === 0) return jsonAnswer(200, report);
  return jsonAnswer(report.accepted === 0 ? 400 : 207, report);
};
