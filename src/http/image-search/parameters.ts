import { Type } from 'typebox';

const btr = Type.String({ format: 'uuid', description: 'Tracker of the search box.' });

/** Of a search for a product or for a photo. */
const shared = {
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
        "Extension. Which products are eligible, before the search: the results are filled up from what passes. OData subset over facetable fields and `identifier` (eq, ne, in): eq, ne, gt, ge, lt, le, in, and, or, not, parentheses. `price ge 10 and not (brand eq 'Acme')`",
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
};

export const sharedParameters = Type.Object({ btr, ...shared });

export const imageSearchParameters = Type.Object({
  btr,
  identifier: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Identifier of the product for which similar products are retrieved.',
  }),
  ...shared,
});

export const photoSearchParameters = Type.Object({
  btr,
  ...shared,
  predict: Type.Optional(
    Type.Boolean({
      description:
        'Extension. Whether the fields in which results agree with the source (a setting of the box, mostly the category) are predicted from the products that look most like the photo: true unless given. A parameter with the name of such a field sets it instead.',
    }),
  ),
  region: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        'Extension. The part of the photo to search for: `x,y,width,height` in fractions of its sides, such as `0.1,0.2,0.5,0.6`. `auto` tries some parts, and answers for the one that the catalogue answers most sharply; `explain` lists them all.',
    }),
  ),
  cutOut: Type.Optional(
    Type.Boolean({
      description:
        'Extension. Whether the product may be cut out of what is behind it: true unless given. It is where the catalogue does not answer the photo sharply and its ground is not plain; the answer is for the sharper of both. Without effect beside a part that is named, and for several pictures.',
    }),
  ),
  category: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 400,
      description:
        'Extension. What the field `category` of the product in the photo is, where the box wants results of the same one: `Women/Shoes`. Each other such field has a parameter of its name.',
    }),
  ),
});
