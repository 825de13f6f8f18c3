import { pathParameterNames, type Route } from '../../../../src/http/admin/contract/route.ts';
import { routeTable } from '../../../../src/http/admin/route-table.ts';
import { requestBodyFor } from '../../../support/http/admin/request-bodies.ts';
import type { TortureShop } from '../../support/shops.ts';
import type { WorstCall } from './worst-calls.ts';

/** It answers as long as the import goes on. */
const endless = new Set(['followImport']);

/** These end what the calls after them need, so they come last, in this order. */
const destructive = [
  ...['approveImport', 'cancelImport', 'cancelAnyImport'],
  ...['removeTotp', 'endSession', 'removeToken', 'setMemberRole', 'removeMember', 'signOut'],
  ...[
    'discardVersion',
    'removeCampaign',
    'removeBox',
    'removeDataset',
    'setSubscriptionState',
    'removeWebsite',
  ],
];

const fillPath = (path: string, shop: TortureShop, params: Readonly<Record<string, string>>): string =>
  pathParameterNames(path).reduce(
    (filled, name) => filled.replace(`{${name}}`, encodeURIComponent(params[name] ?? 'nothing')),
    path.replace('{website}', shop.name),
  );

const passwordOf = (shop: TortureShop): string => `a long password of owner@${shop.name}.example`;

/** Bodies that the shop of the torture accepts, where those of the tests are meant to be refused. */
const realBodies = (shop: TortureShop): Readonly<Record<string, unknown>> => {
  const password = passwordOf(shop);
  const effect = { redirect: { url: 'https://shop.example/sale' } };
  return {
    signIn: { email: `owner@${shop.name}.example`, password },
    beginTotp: { password },
    createToken: { name: 'another script', password },
    revealKeys: { password },
    createWebsite: { name: 'made' },
    applyDeclaration: { website: { name: shop.name } },
    createDataset: { name: 'made', kind: 'products' },
    updateDataset: { name: 'catalogue', kind: 'products' },
    createBox: { name: 'made', kind: 'search', dataset: 'catalogue' },
    updateBox: { name: 'words', kind: 'search', dataset: 'catalogue', pageSize: 12 },
    createCampaign: { name: 'made', effect },
    updateCampaign: { name: 'campaign 0', effect },
    createSubscription: { name: 'made', kind: 'secret' },
    updateSubscription: { name: 'keys', kind: 'secret' },
  };
};

/** These are asked of the box of keywords. */
const ofRelatedBox = new Set(['getCuration', 'putCuration']);

const toCall = (route: Route, shop: TortureShop, given: Readonly<Record<string, string>>): WorstCall => {
  const params = ofRelatedBox.has(route.id) ? { ...given, box: 'related' } : given;
  const body = realBodies(shop)[route.id] ?? requestBodyFor(route.id, shop.name);
  return {
    route: route.id,
    path: fillPath(route.path, shop, params),
    init: {
      method: route.method,
      headers: {
        authorization: `Bearer ${shop.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    },
  };
};

/** One plain call of every route of the admin API on real names, and of the pages that anybody may open. */
export const listEveryRoute = (shop: TortureShop, params: Readonly<Record<string, string>>): WorstCall[] => {
  const rank = ({ id }: Route): number => destructive.indexOf(id);
  const routes = [...(routeTable as readonly Route[])]
    .filter(({ id }) => !endless.has(id))
    .sort((a, b) => rank(a) - rank(b));
  const pages = ['/metrics', '/readyz', '/', '/docs', '/openapi.json', '/portal/', '/nothing/of/the/kind'];
  return [
    ...pages.map((path) => ({ route: path, path, init: {} })),
    ...routes.map((route) => toCall(route, shop, params)),
  ];
};
