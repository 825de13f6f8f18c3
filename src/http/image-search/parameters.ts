import { Type } from 'typebox';

export const imageSearchParameters = Type.Object({
  btr: Type.String({ format: 'uuid', description: 'Tracker of the search box.' }),
  identifier: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Identifier of the product for which similar products are retrieved.',
  }),
  top: Type.Optional(
    Type.Integer({
      format: 'int32',
      minimum: 1,
      description:
        'Results per page. The default is the page size of the box (24 unless set). Above the maximum of the box (100 unless set) it is cut to it; `pageSize` says what was applied.',
    }),
  ),
  page: Type.Optional(
    Type.Integer({ format: 'int32', minimum: 1, maximum: 100_000, description: 'Extension. Page, from 1.' }),
  ),
  filter: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4000,
      description:
        "Extension. Which products are eligible, before the search: the results are filled up from what passes. OData subset over facetable fields: eq, ne, gt, ge, lt, le, in, and, or, not, parentheses. `price ge 10 and not (brand eq 'Acme')`",
    }),
  ),
  facetFilter: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4000,
      description:
        "Extension. What the shopper chose among the facets, in the same language as `filter`. It chooses among the results and adds none: the count beside a facet value is the number of results after choosing it. `brand in ('Acme', 'Borealis')`",
    }),
  ),
  exclude: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4000,
      description:
        'Extension. Identifiers of products to leave out with all their variants, separated by commas, at most 100: what is in the basket. An unknown one is ignored.',
    }),
  ),
  orderby: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 400,
      description: 'Extension. Sortable fields, each with asc (default) or desc: `price desc`.',
    }),
  ),
  tile: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Extension. The selected intent tile. An unknown one is ignored.',
    }),
  ),
  pattern: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'Extension. The search term that led here; campaigns may depend on it, and the website may redirect it.',
    }),
  ),
  explain: Type.Optional(
    Type.Boolean({ description: 'Extension. Adds the `explain` block: why each document is here.' }),
  ),
});
