import { createElement, safeUrl } from './dom.ts';
import type { Item, ListKind } from './list-element.ts';

type Product = Readonly<Record<string, unknown>>;

const nonEmptyText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

const formatPrice = ({ price, currency }: Product, language: string): string | null => {
  if (typeof price !== 'number') return null;
  const isCurrency = /^[A-Z]{3}$/.test(nonEmptyText(currency) ?? '');
  return price.toLocaleString(language, isCurrency ? { style: 'currency', currency: String(currency) } : {});
};

const createPicture = (product: Product, base: string): HTMLElement => {
  const { imageUrl } = product;
  const first: unknown = Array.isArray(imageUrl) ? imageUrl[0] : imageUrl;
  const address = safeUrl(first, base);
  if (address === null) return createElement('span', 'picture', [], { class: 'blank' });
  return createElement('img', 'picture', [], { src: address, alt: '', loading: 'lazy', decoding: 'async' });
};

const toItems = (product: Product, { base, language }: { base: string; language: string }): Item[] => {
  const identifier = nonEmptyText(product['identifier']);
  if (identifier === null) return [];
  const price = formatPrice(product, language);
  return [
    {
      url: safeUrl(product['url'], document.baseURI),
      object: { object_id: identifier, object_id_field: 'identifier' },
      content: [
        createPicture(product, base),
        createElement('span', 'name', [nonEmptyText(product['displayText']) ?? identifier]),
        ...(price === null ? [] : [createElement('span', 'price', [price])]),
      ],
    },
  ];
};

type Answer = { readonly documents?: readonly { readonly document?: Product | null }[] | null } | null;

/** Products that look like one product. */
export const lookAlikes: ListKind = {
  path: 'search/imagesearch',
  parameter: 'identifier',
  layout: 'grid',
  parameters: (limit) => ({ top: String(limit) }),
  toItems: (answer, context) =>
    ((answer as Answer)?.documents ?? []).flatMap(({ document }) =>
      document ? toItems(document, context) : [],
    ),
};
