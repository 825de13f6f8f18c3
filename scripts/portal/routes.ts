/** Every route of the portal for one shop, with the names of its boxes, datasets and campaigns filled in. */
export type Route = {
  readonly name: string;
  readonly path: string;
  /** A page of the small bundle for people who are not signed in. */
  readonly isSignedOut?: boolean;
};

type Operator = { readonly email: string; readonly password: string; readonly shop: string };
type BoxEntry = { readonly declaration: { readonly name: string; readonly kind: string } };
type DatasetEntry = {
  readonly declaration: { readonly name: string; readonly kind: keyof typeof datasetTabs };
  readonly waiting: object | null;
  readonly live: object | null;
  readonly pictures: { readonly faults: readonly object[] };
};

type ProductList = { readonly products: readonly { readonly identifier: string }[] };

/** Pages for people who are not signed in. A link with an unknown token says that it is no longer valid. */
export const signedOutRoutes: readonly Route[] = [
  { name: 'sign-in', path: 'sign-in', isSignedOut: true },
  { name: 'set-up-expired', path: 'set-up/unknown', isSignedOut: true },
  { name: 'invitation-expired', path: 'invitation/unknown', isSignedOut: true },
];

/** A category of the demo shop, a misspelt search and a synonym, in the language of its products. */
const demoWords = {
  en: { category: 'shoes-trainers', misspelt: 'traners', synonym: 'sneakers' },
  de: { category: 'schuhe-turnschuhe', misspelt: 'turnschue', synonym: 'sneaker' },
} as const;

/** Pages beside the portal: the front page, the demo shop and the docs. Their addresses start at the root. */
export const listPublicRoutes = (language: keyof typeof demoWords): Route[] => {
  const { category, misspelt, synonym } = demoWords[language];
  const paths = {
    front: '/',
    'front-not-found': '/nonsense',
    'shop-home': '/shop',
    'shop-product': '/shop/products/TR-101',
    'shop-campaign-banner': '/shop/products/LA-101?tour=tourBanner',
    'shop-category': `/shop/categories/${category}`,
    'shop-search': `/shop/search?q=${misspelt}`,
    'shop-search-synonym': `/shop/search?q=${synonym}`,
    'shop-learning': '/shop/learning',
    'shop-basket': '/shop/basket',
    docs: '/docs',
    'docs-api': '/docs/api',
    'docs-glossary': '/docs/glossary',
    'docs-first-campaign': '/docs/guides/first-campaign',
  };
  return Object.entries(paths).map(([name, path]) => ({ name, path, isSignedOut: true }));
};

const pages = [
  'boxes',
  'catalogue',
  'datasets',
  'campaigns',
  'experiments',
  'lab',
  'vocabulary',
  'analytics',
  'alerts',
  'settings',
  'keys',
  'members',
  'audit',
  'profile',
] as const;
const searchTabs = ['general', 'facets', 'strategy', 'campaigns', 'preview', 'integration'];
const relatedTabs = ['sources', 'curation', 'preview', 'integration'];
const datasetTabs = {
  products: ['source', 'mapping', 'imports', 'versions', 'changes', 'pictures'],
  keywords: ['source', 'imports'],
} as const;
const profileTabs = ['sessions', 'tokens'];

const createAdminGet = async (
  origin: string,
  { email, password }: Operator,
): Promise<(path: string) => Promise<unknown>> => {
  const response = await fetch(`${origin}/admin/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`Signing in failed: ${response.status} ${await response.text()}`);
  const cookie = response.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  return async (path) => (await fetch(`${origin}${path}`, { headers: { cookie } })).json();
};

export const listRoutes = async (origin: string, operator: Operator): Promise<Route[]> => {
  const { shop } = operator;
  const get = await createAdminGet(origin, operator);
  const list = async <T>(what: string): Promise<readonly T[]> =>
    (await get(`/admin/websites/${shop}/${what}`)) as readonly T[];
  const boxes = await list<BoxEntry>('boxes');
  const datasets = await list<DatasetEntry>('datasets');
  const campaigns = await list<{ ruleId: number; declaration: { effect: object } }>('campaigns');
  /** The page of the first product of the first catalogue that has one. */
  const listFirstProduct = async (): Promise<Route[]> => {
    const catalogues = datasets.filter(({ declaration: { kind } }) => kind === 'products');
    for (const { declaration } of catalogues) {
      const name = encodeURIComponent(declaration.name);
      const { products } = (await get(`/admin/websites/${shop}/datasets/${name}/products`)) as ProductList;
      const [first] = products;
      if (first === undefined) continue;
      // The router reads a text as JSON where it can.
      const product = encodeURIComponent(JSON.stringify(first.identifier));
      return [{ name: 'product', path: `${shop}/catalogue/${name}?product=${product}` }];
    }
    return [];
  };
  const tabs = (base: string, file: string, names: readonly string[]): Route[] =>
    names.map((tab) => ({ name: `${file}-${tab}`, path: `${base}?tab=${tab}` }));
  const firstDataset = (file: string, tab: string, isWanted: (dataset: DatasetEntry) => boolean): Route[] =>
    datasets
      .filter(isWanted)
      .slice(0, 1)
      .flatMap(({ declaration: { name } }) => tabs(`${shop}/datasets/${name}`, file, [tab]));
  const firstOfKind = [
    ...new Map(boxes.toReversed().map((box) => [box.declaration.kind, box.declaration.name])),
  ];
  return [
    { name: 'overview', path: shop },
    ...pages.map((page) => ({ name: page, path: `${shop}/${page}` })),
    ...firstOfKind.flatMap(([kind, name]) =>
      tabs(`${shop}/boxes/${name}`, `box-${kind}`, kind === 'search' ? searchTabs : relatedTabs),
    ),
    ...[
      ...new Map(datasets.toReversed().map(({ declaration }) => [declaration.kind, declaration.name])),
    ].flatMap(([kind, name]) => tabs(`${shop}/datasets/${name}`, `dataset-${kind}`, datasetTabs[kind])),
    ...(await listFirstProduct()),
    ...firstDataset('dataset-waiting', 'imports', ({ waiting }) => waiting !== null),
    ...firstDataset('dataset-unpublished', 'source', ({ live }) => live === null),
    ...firstDataset('dataset-picture-faults', 'pictures', ({ pictures }) => pictures.faults.length > 0),
    ...tabs(`${shop}/profile`, 'profile', profileTabs),
    ...[
      ...new Map(
        campaigns.map((campaign) => [Object.keys(campaign.declaration.effect)[0] ?? '', campaign.ruleId]),
      ),
    ].map(([kind, ruleId]) => ({
      name: `campaign-${kind}`,
      path: `${shop}/campaigns/${ruleId}`,
    })),
    { name: 'campaign-new', path: `${shop}/campaigns/new` },
    { name: 'system', path: 'system' },
    { name: 'new-shop', path: 'new-shop' },
    { name: 'not-found', path: `${shop}/no/such/page` },
  ];
};
