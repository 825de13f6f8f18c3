import { Type } from 'typebox';
import { route } from '../contract/route.ts';
import { Product, ProductPage, ProductQuery, UnpicturedProduct } from './schema.ts';

const dataset = '/admin/websites/{website}/datasets/{dataset}';

export const productRoutes = [
  route({
    id: 'findProducts',
    method: 'GET',
    path: `${dataset}/products`,
    access: 'viewer',
    summary: 'Find products of the live version, to pick one.',
    query: ProductQuery,
    response: ProductPage,
  }),
  route({
    id: 'getProduct',
    method: 'GET',
    path: `${dataset}/products/{identifier}`,
    access: 'viewer',
    summary: 'One product of the live version.',
    response: Product,
  }),
  route({
    id: 'listMissingPictures',
    method: 'GET',
    path: `${dataset}/missing-pictures`,
    access: 'viewer',
    summary: 'Products of the live version without a usable picture, the first thousand.',
    response: Type.Array(UnpicturedProduct),
  }),
] as const;
