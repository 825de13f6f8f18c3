import { made, safeAddress } from './dom.ts';
import type { Item, Kind } from './list-element.ts';

type Product = Readonly<Record<string, unknown>>;

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const priceOf = ({ price, currency }: Product, language: string): string | null => {
  if (typeof price !== 'number') return null;
  const isCurrency = /^[A-Z]{3}$/.test(text(currency) ?? '');
  return price.toLocaleString(language, isCurrency ? { style: 'currency', currency: String(currency) } : {});
};

const pictureOf = (product: Product, base: string): HTMLElement => {
  const { imageUrl } = product;
  const first: unknown = Array.isArray(imageUrl) ? imageUrl[0] : imageUrl;
  const address = safeAddress(first, base);
  if (address === null) return made('span', 'picture', [], { class: 'blank' });
  return made('img', 'picture', [], { src: address, alt: '', loading: 'lazy', decoding: 'async' });
};

const itemOf = (product: Product, { base, language }: { base: string; language: string }): Item[] => {
  const identifier = text(product['identifier']);
  if (identifier === null) return [];
  const price = priceOf(product, language);
  return [
    {
      url: safeAddress(product['url'], document.baseURI),
      object: { object_id: identifier, object_id_field: 'identifier' },
      content: [
        pictureOf(product, base),
        made('span', 'name', [text(product['displayText']) ?? identifier]),
        ...(price === null ? [] : [made('span', 'price', [price])]),
      ],
    },
  ];
};

type Answer = { readonly documents?: readonly { readonly document?: Product | null }[] | null } | null;

/** Products that look like one product. */
export const lookAlikes: Kind = {
  path: 'search/imagesearch',
  parameter: 'identifier',
  layout: 'grid',
  parameters: (limit) => ({ top: String(limit) }),
  itemsOf: (answer, context) =>
    ((answer as Answer)?.documents ?? []).flatMap(({ document }) =>
      document ? itemOf(document, context) : [],
    ),
};
