import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { sessionQuery } from '../data/session.ts';
import { readCatalogueSearch } from '../routing/catalogue-search.ts';
import { type EffectKind, isEffectKind } from '../scenes/campaigns/effects.ts';
import { signInAddress } from '../sign-in/address.ts';

export type RouterContext = { readonly queries: QueryClient };

const root = createRootRouteWithContext<RouterContext>()({ component: Outlet });

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => {
    const session = await context.queries.ensureQueryData(sessionQuery);
    if (session) return;
    window.location.assign(signInAddress(location.publicHref));
    await new Promise(() => undefined); // The browser is navigating away: the page must not render meanwhile.
  },
  component: lazyRouteComponent(() => import('./app-shell.tsx'), 'AppShell'),
});

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: async ({ context }) => {
    const session = await context.queries.ensureQueryData(sessionQuery);
    const first = session?.websites[0];
    if (first) redirect({ to: '/$website', params: { website: first.name }, throw: true });
  },
  component: lazyRouteComponent(() => import('../scenes/overview/welcome-scene.tsx'), 'HomeScene'),
});

const system = createRoute({
  getParentRoute: () => signedIn,
  path: '/system',
  component: lazyRouteComponent(() => import('../scenes/system/system-scene.tsx'), 'SystemScene'),
});

const newShop = createRoute({
  getParentRoute: () => signedIn,
  path: '/new-shop',
  component: lazyRouteComponent(() => import('../scenes/overview/welcome-scene.tsx'), 'WelcomeScene'),
});

const website = createRoute({ getParentRoute: () => signedIn, path: '/$website', component: Outlet });

const overview = createRoute({
  getParentRoute: () => website,
  path: '/',
  component: lazyRouteComponent(() => import('../scenes/overview/overview-scene.tsx'), 'OverviewScene'),
});

/** The selected tab, kept in the address so that it can be linked. */
const readTab = (search: Record<string, unknown>): { tab?: string } =>
  typeof search.tab === 'string' ? { tab: search.tab } : {};

/** The chosen product. The router parses an identifier of digits alone as a number. */
const readProduct = ({ product }: Record<string, unknown>): { product?: string } =>
  typeof product === 'string' || typeof product === 'number' ? { product: String(product) } : {};

const boxes = createRoute({
  getParentRoute: () => website,
  path: '/boxes',
  validateSearch: ({ new: isNew }: Record<string, unknown>): { new?: true } =>
    isNew === true ? { new: true } : {},
  component: lazyRouteComponent(() => import('../scenes/boxes/boxes-scene.tsx'), 'BoxesScene'),
});

const box = createRoute({
  getParentRoute: () => website,
  path: '/boxes/$box',
  validateSearch: (search: Record<string, unknown>) => ({ ...readTab(search), ...readProduct(search) }),
  component: lazyRouteComponent(() => import('../scenes/boxes/box-scene.tsx'), 'BoxScene'),
});

const catalogue = createRoute({
  getParentRoute: () => website,
  path: '/catalogue',
  validateSearch: readCatalogueSearch,
  component: lazyRouteComponent(() => import('../scenes/catalogue/catalogue-scene.tsx'), 'CatalogueScene'),
});

const product = createRoute({
  getParentRoute: () => website,
  path: '/catalogue/$dataset',
  validateSearch: readProduct,
  component: lazyRouteComponent(() => import('../scenes/catalogue/product-scene.tsx'), 'ProductScene'),
});

const datasets = createRoute({
  getParentRoute: () => website,
  path: '/datasets',
  component: lazyRouteComponent(() => import('../scenes/datasets/datasets-scene.tsx'), 'DatasetsScene'),
});

const dataset = createRoute({
  getParentRoute: () => website,
  path: '/datasets/$dataset',
  validateSearch: readTab,
  component: lazyRouteComponent(() => import('../scenes/datasets/dataset-scene.tsx'), 'DatasetScene'),
});

/** The filter of a list. The router parses a text of digits alone as a number. */
const readListFilter = ({
  find,
  status,
  kind,
  page,
}: Record<string, unknown>): { find?: string; status?: string; kind?: string; page?: number } => ({
  ...(typeof find === 'string' || typeof find === 'number' ? { find: String(find) } : {}),
  ...(typeof status === 'string' ? { status } : {}),
  ...(typeof kind === 'string' ? { kind } : {}),
  ...(typeof page === 'number' ? { page } : {}),
});

const campaigns = createRoute({
  getParentRoute: () => website,
  path: '/campaigns',
  validateSearch: readListFilter,
  component: lazyRouteComponent(() => import('../scenes/campaigns/campaigns-scene.tsx'), 'CampaignsScene'),
});

const campaign = createRoute({
  getParentRoute: () => website,
  path: '/campaigns/$ruleId',
  validateSearch: (
    search: Record<string, unknown>,
  ): { box?: string; category?: string; product?: string; effect?: EffectKind } => ({
    ...(isEffectKind(search.effect) ? { effect: search.effect } : {}),
    ...(typeof search.box === 'string' ? { box: search.box } : {}),
    ...(typeof search.category === 'string' ? { category: search.category } : {}),
    ...readProduct(search),
  }),
  component: lazyRouteComponent(() => import('../scenes/campaigns/campaign-scene.tsx'), 'CampaignScene'),
});

const experiments = createRoute({
  getParentRoute: () => website,
  path: '/experiments',
  component: lazyRouteComponent(
    () => import('../scenes/experiments/experiments-scene.tsx'),
    'ExperimentsScene',
  ),
});

const lab = createRoute({
  getParentRoute: () => website,
  path: '/lab',
  validateSearch: readProduct,
  component: lazyRouteComponent(() => import('../scenes/lab/lab-scene.tsx'), 'LabScene'),
});

const analytics = createRoute({
  getParentRoute: () => website,
  path: '/analytics',
  component: lazyRouteComponent(() => import('../scenes/analytics/analytics-scene.tsx'), 'AnalyticsScene'),
});

const alerts = createRoute({
  getParentRoute: () => website,
  path: '/alerts',
  component: lazyRouteComponent(() => import('../scenes/alerts/alerts-scene.tsx'), 'AlertsScene'),
});

const vocabulary = createRoute({
  getParentRoute: () => website,
  path: '/vocabulary',
  component: lazyRouteComponent(() => import('../scenes/vocabulary/vocabulary-scene.tsx'), 'VocabularyScene'),
});

const settings = createRoute({
  getParentRoute: () => website,
  path: '/settings',
  component: lazyRouteComponent(() => import('../scenes/settings/settings-scene.tsx'), 'SettingsScene'),
});

const keys = createRoute({
  getParentRoute: () => website,
  path: '/keys',
  component: lazyRouteComponent(() => import('../scenes/profile/keys-scene.tsx'), 'KeysScene'),
});

const members = createRoute({
  getParentRoute: () => website,
  path: '/members',
  component: lazyRouteComponent(() => import('../scenes/members/members-scene.tsx'), 'MembersScene'),
});

const audit = createRoute({
  getParentRoute: () => website,
  path: '/audit',
  component: lazyRouteComponent(() => import('../scenes/audit/audit-scene.tsx'), 'AuditScene'),
});

const profile = createRoute({
  getParentRoute: () => website,
  path: '/profile',
  validateSearch: readTab,
  component: lazyRouteComponent(() => import('../scenes/profile/profile-scene.tsx'), 'ProfileScene'),
});

export const routeTree = root.addChildren([
  signedIn.addChildren([
    home,
    system,
    newShop,
    website.addChildren([
      overview,
      boxes,
      box,
      catalogue,
      product,
      datasets,
      dataset,
      campaigns,
      campaign,
      experiments,
      lab,
      analytics,
      alerts,
      vocabulary,
      settings,
      keys,
      members,
      audit,
      profile,
    ]),
  ]),
]);
