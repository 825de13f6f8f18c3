import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { Field } from '../../../src/domain/dataset.ts';
import type { Filter } from '../../../src/domain/filter.ts';
import type { FieldValue, Product } from '../../../src/domain/product.ts';
import type {
  Arrangement,
  DraftProduct,
  NeighbourPlan,
  ProductChange,
  ProductDraft,
  ProductUpdate,
  SearchQuery,
} from '../../../src/engine/engine.ts';

/*
 * fast-check arbitraries of small catalogues with everything that makes answers differ: variants, shared pictures,
 * missing pictures, products out of stock, many equal scores.
 */

export const createField = (name: string, type: Field['type'], more: Partial<Field> = {}): Field => ({
  name,
  displayName: name,
  from: name,
  type,
  facetable: true,
  sortable: true,
  searchable: false,
  order: 0,
  ...more,
});

export const fields: readonly Field[] = [
  createField('category', 'path'),
  createField('colour', 'text'),
  createField('sizes', 'list'),
  createField('price', 'number'),
  createField('sale', 'boolean'),
  createField('note', 'text', { facetable: false, sortable: false }),
  createField('weight', 'number', { facetable: false, sortable: false }),
  createField('fragile', 'boolean', { facetable: false, sortable: false }),
];

/**
 * Unit vectors whose dot products are multiples of a quarter: exact in every arithmetic. There are few of them, so
 * that variants share pictures and scores are equal: implementations differ most easily at equal scores.
 */
const looks = [
  [1, 0, 0, 0],
  [0.5, 0.5, 0.5, 0.5],
  [0.5, 0.5, -0.5, 0.5],
].map((numbers) => Float32Array.from(numbers));
const tones = [
  [1, 0, 0, 0],
  [0.5, 0.5, 0.5, 0.5],
].map((numbers) => Float32Array.from(numbers));

const categories = ['A', 'A/X', 'A/Y', 'B', 'B/Z'] as const;
const colours = ['red', 'blue', 'green', 'Grün'] as const;
const sizes = ['S', 'M', 'L'] as const;

export const createPicture = (shape: Float32Array, colour: Float32Array) => ({
  hash: createHash('sha256').update(`${shape.join()}|${colour.join()}`).digest('hex'),
  looks: shape,
  colour,
});

const picture = fc
  .option(fc.tuple(fc.constantFrom(...looks), fc.constantFrom(...tones)), { freq: 6 })
  .map((pair) => pair && createPicture(pair[0], pair[1]));

const mapped = fc.record(
  {
    category: fc.constantFrom(...categories),
    colour: fc.constantFrom(...colours),
    sizes: fc.subarray([...sizes]),
    price: fc.integer({ min: 1, max: 6 }),
    sale: fc.boolean(),
    note: fc.constantFrom('plain', 'special'),
    weight: fc.integer({ min: 1, max: 3 }),
    fragile: fc.boolean(),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Record<string, FieldValue>>;

const draftProduct: fc.Arbitrary<DraftProduct> = fc
  .record({
    identifier: fc.integer({ min: 0, max: 60 }).map((number) => `p${number}`),
    groupId: fc.option(fc.constantFrom('g1', 'g2', 'g3', 'g4', 'g5', 'g6'), { freq: 3 }),
    available: fc.integer({ min: 0, max: 5 }).map((number) => number > 0),
    values: mapped,
    picture,
  })
  .map(({ identifier, groupId, available, values, picture: drawn }) => ({
    product: createProduct(identifier, { groupId, available, fields: values }),
    picture: drawn,
  }));

export const createProduct = (identifier: string, more: Partial<Product> = {}): Product => ({
  identifier,
  displayText: `Product ${identifier}`,
  url: `https://shop.example/${identifier}`,
  price: null,
  currency: null,
  images: [],
  groupId: null,
  available: true,
  fields: {},
  ...more,
});

const leaf: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({
    kind: fc.constant('compare' as const),
    field: fc.constant('colour'),
    comparison: fc.constantFrom('eq', 'ne', 'gt', 'le'),
    value: fc.constantFrom(...colours, 'unknown'),
  }),
  fc.record({
    kind: fc.constant('compare' as const),
    field: fc.constant('price'),
    comparison: fc.constantFrom('eq', 'ne', 'gt', 'ge', 'lt', 'le'),
    value: fc.integer({ min: 0, max: 7 }),
  }),
  fc.record({
    kind: fc.constant('compare' as const),
    field: fc.constant('category'),
    comparison: fc.constantFrom('eq', 'ne'),
    value: fc.constantFrom(...categories),
  }),
  fc.record({
    kind: fc.constant('compare' as const),
    field: fc.constant('weight'),
    comparison: fc.constantFrom('eq', 'ne', 'gt', 'le'),
    value: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({
    kind: fc.constant('compare' as const),
    field: fc.constant('fragile'),
    comparison: fc.constantFrom('eq', 'ne'),
    value: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('in' as const),
    field: fc.constant('sizes'),
    values: fc.subarray([...sizes, 'XXL']),
  }),
  fc.record({
    kind: fc.constant('compare' as const),
    field: fc.constantFrom('note', 'nowhere'),
    comparison: fc.constantFrom('eq', 'ne'),
    value: fc.constantFrom('plain', 'special'),
  }),
);

const filter: fc.Arbitrary<Filter> = fc.oneof(
  { depthSize: 'small' },
  leaf,
  fc.array(leaf, { minLength: 1, maxLength: 3 }).map((parts) => ({ kind: 'and' as const, parts })),
  fc.array(leaf, { minLength: 1, maxLength: 2 }).map((parts) => ({ kind: 'or' as const, parts })),
  leaf.map((part) => ({ kind: 'not' as const, part })),
);

const same = fc.record({
  fields: fc.oneof(fc.constant([]), fc.subarray(['category', 'colour', 'nowhere'])),
  mode: fc.constantFrom('All' as const, 'Any' as const),
});
const weights = fc.constantFrom({ looks: 1, colour: 1 }, { looks: 3, colour: 1 }, { looks: 1, colour: 0 });
const exclude = fc.option(leaf, { freq: 1 });

const plan: fc.Arbitrary<NeighbourPlan> = fc.record({
  weights,
  same,
  exclude,
  candidates: fc.integer({ min: 1, max: 4 }),
});

const identifiers = fc.integer({ min: 0, max: 60 }).map((number) => `p${number}`);

const arrangement: fc.Arbitrary<Arrangement> = fc.record({
  hidden: fc.array(leaf, { maxLength: 1 }),
  hiddenIdentifiers: fc.array(identifiers, { maxLength: 2 }),
  pins: fc.uniqueArray(fc.record({ identifier: identifiers, position: fc.integer({ min: 1, max: 8 }) }), {
    maxLength: 3,
    selector: (pin) => pin.identifier,
  }),
  boosts: fc.array(
    fc.record({
      identifiers: fc.array(identifiers, { maxLength: 2 }),
      filter: fc.option(leaf),
      factor: fc.constantFrom(0.5, 2),
    }),
    { maxLength: 2 },
  ),
});

export type DrawnCatalogue = {
  readonly draft: ProductDraft;
  readonly products: readonly DraftProduct[];
  readonly queries: readonly { readonly source: number; readonly query: DrawnQuery }[];
};

export type DrawnQuery = Omit<SearchQuery, 'seed' | 'explain' | 'ahead'> & {
  readonly weights: NeighbourPlan['weights'];
  /** Where the rungs ahead must agree with the source; they have the seed of the query. */
  readonly sameAhead: readonly SearchQuery['same'][];
};

const queryArbitrary = (plans: readonly NeighbourPlan[]): fc.Arbitrary<DrawnQuery> => {
  const own = fc.record({ weights, same, exclude, candidates: fc.integer({ min: 0, max: 8 }) });
  const planned = plans.length > 0 ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...plans) }, own) : own;
  const rest = fc.record({
    sameAhead: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.array(same, { maxLength: 2 })),
    filter: fc.option(filter, { freq: 3 }),
    facetFilter: fc.option(filter, { freq: 3 }),
    minimumScore: fc.constantFrom(0, 0, 0.25, 0.5),
    arrangement: fc.oneof(
      { weight: 3, arbitrary: fc.constant({ hidden: [], hiddenIdentifiers: [], pins: [], boosts: [] }) },
      arrangement,
    ),
    orderBy: fc.oneof(
      fc.constant([]),
      fc.array(
        fc.record({
          field: fc.constantFrom('price', 'colour', 'sizes', 'note', 'weight'),
          order: fc.constantFrom('asc' as const, 'desc' as const),
        }),
        { maxLength: 2 },
      ),
    ),
    page: fc.record({ skip: fc.constantFrom(0, 0, 2), take: fc.integer({ min: 1, max: 12 }) }),
    facets: fc.constant(['category', 'colour', 'sizes', 'price', 'sale', 'weight', 'fragile', 'nowhere']),
  });
  // Fewer candidates than the plan has: a filtered list can then be cut and still be long enough.
  const fewer = fc.tuple(planned, fc.integer({ min: 1, max: 3 })).map(([base, most]) => ({
    ...base,
    candidates: Math.min(base.candidates, most),
  }));
  return fc.tuple(fc.oneof(planned, fewer), rest).map(([base, more]) => ({ ...base, ...more }));
};

const groups = fc.option(fc.constantFrom('g1', 'g2', 'g9'), { freq: 2 });
const removedField = fc
  .constantFrom('category', 'colour', 'price', 'weight')
  .map((name) => ({ [name]: null }));
const update: fc.Arbitrary<ProductUpdate> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ available: fc.boolean() }) },
  fc.record({ groupId: groups }),
  { weight: 3, arbitrary: fc.record({ fields: mapped }) },
  fc.record({ fields: fc.constantFrom({ colour: 'violet' }, { category: 'C/New' }, { sizes: ['XS', 'S'] }) }),
  fc.record({ fields: removedField }),
);

const at = fc.integer({ min: 1, max: 9 });
const change: fc.Arbitrary<ProductChange> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc
      .tuple(at, draftProduct)
      .map(([instant, drawn]) => ({ at: instant, kind: 'put' as const, ...drawn })),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      at,
      kind: fc.constant('update' as const),
      identifier: identifiers,
      set: update,
    }),
  },
  fc.record({
    at,
    kind: fc.constant('update' as const),
    identifier: identifiers,
    set: fc.constant({}),
    picture,
  }),
  fc.record({ at, kind: fc.constant('remove' as const), identifier: identifiers }),
);

/** Live changes in the order of arrival, which is not the order of `at`. */
export const changesArbitrary: fc.Arbitrary<ProductChange[]> = fc.array(change, {
  maxLength: 25,
  size: 'max',
});

export const catalogueArbitrary: fc.Arbitrary<DrawnCatalogue> = fc
  .record({
    products: fc.uniqueArray(draftProduct, {
      minLength: 1,
      maxLength: 40,
      size: 'max',
      selector: ({ product }) => product.identifier,
    }),
    plans: fc.array(plan, { maxLength: 2, size: 'max' }),
  })
  .chain(({ products, plans }) =>
    fc.record({
      draft: fc.constant({ fields, language: 'en', model: 'drawn', plans }),
      products: fc.constant(products),
      queries: fc.array(
        fc.record({ source: fc.nat({ max: products.length - 1 }), query: queryArbitrary(plans) }),
        { minLength: 1, maxLength: 12, size: 'max' },
      ),
    }),
  );
