import { Type } from 'typebox';
import { route } from '../contract/route.ts';
import {
  LiveChanges,
  PictureFile,
  PictureQuery,
  Product,
  ProductPage,
  ProductQuery,
  ProductUse,
  UnpicturedProduct,
} from './schema.ts';

const dataset = '/admin/websites/{website}/datasets/{dataset}';

export const productRoutes = [
  route({
    id: 'findProducts',
    method: 'GET',
    path: `${dataset}/products`,
    access: 'viewer',
    summary: 'Find products of the live version, by words, identifier and filter.',
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
    id: 'getProductUse',
    method: 'GET',
    path: `${dataset}/products/{identifier}/use`,
    access: 'viewer',
    summary: 'Where a product is used: its variants, campaigns, boxes, and its live changes.',
    response: ProductUse,
  }),
  route({
    id: 'getProductPicture',
    method: 'GET',
    path: `${dataset}/products/{identifier}/picture`,
    access: 'viewer',
    summary: 'A thumbnail of a product, served from here, so that the portal needs no other host.',
    response: PictureFile,
    media: 'image/webp',
  }),
  route({
    id: 'getPicture',
    method: 'GET',
    path: `${dataset}/pictures`,
    access: 'merchandiser',
    summary:
      'A picture at an address in its own shape, at most 960 pixels wide and high, served from here: a banner is shown before it is published.',
    query: PictureQuery,
    response: PictureFile,
    media: 'image/webp',
  }),
  route({
    id: 'listLiveChanges',
    method: 'GET',
    path: `${dataset}/changes`,
    access: 'viewer',
    summary: 'Live changes of products, newest first.',
    response: LiveChanges,
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
