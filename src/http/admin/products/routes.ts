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
  route('findProducts', 'GET', `${dataset}/products`, 'viewer', {
    summary: 'Find products of the live version, by words, identifier and filter.',
    query: ProductQuery,
    response: ProductPage,
  }),
  route('getProduct', 'GET', `${dataset}/products/{identifier}`, 'viewer', {
    summary: 'One product of the live version.',
    response: Product,
  }),
  route('getProductUse', 'GET', `${dataset}/products/{identifier}/use`, 'viewer', {
    summary: 'Where a product is used: its variants, campaigns, boxes, and its live changes.',
    response: ProductUse,
  }),
  route('getProductPicture', 'GET', `${dataset}/products/{identifier}/picture`, 'viewer', {
    summary: 'A thumbnail of a product, served from here, so that the portal needs no other host.',
    response: PictureFile,
    media: 'image/webp',
  }),
  route('getPicture', 'GET', `${dataset}/pictures`, 'merchandiser', {
    summary:
      'A picture at an address in its own shape, at most 960 pixels wide and high, served from here: a banner is shown before it is published.',
    query: PictureQuery,
    response: PictureFile,
    media: 'image/webp',
  }),
  route('listLiveChanges', 'GET', `${dataset}/changes`, 'viewer', {
    summary: 'Live changes of products, newest first.',
    response: LiveChanges,
  }),
  route('listMissingPictures', 'GET', `${dataset}/missing-pictures`, 'viewer', {
    summary: 'Products of the live version without a usable picture, the first thousand.',
    response: Type.Array(UnpicturedProduct),
  }),
] as const;
