import { createElement } from './dom.ts';
import type { Texts } from './texts.ts';
import type { Fields, Item, ListKind } from './model/view.ts';

const createPicture = (address: string | undefined): HTMLElement =>
  address
    ? createElement('img', 'picture', [], { src: address, alt: '', loading: 'lazy', decoding: 'async' })
    : createElement('span', 'picture', [], { class: 'picture missing' });

/** A brand that the name begins with has a line of its own: the name is then not cut before its noun. */
const createName = ({ displayText = '', brand = '' }: Fields): HTMLElement => {
  const isBranded = brand !== '' && displayText.startsWith(`${brand} `);
  const content = isBranded
    ? [createElement('span', 'brand', [brand]), displayText.slice(brand.length)]
    : [displayText];
  return createElement('span', 'name', content);
};

const createTileContent = ({ fields, mark, object }: Item, texts: Texts): HTMLElement[] => [
  createPicture(fields['imageUrl']),
  ...(mark === null
    ? []
    : [createElement('span', `badge ${mark}`, [mark === 'ad' ? texts.ad : texts.promoted])]),
  createName(fields),
  createElement('span', 'price', [
    fields['price'] ?? '',
    createElement('slot', '', [], { name: `beside-price-${object.object_id}` }),
  ]),
];

/** What a tile or a keyword shows without a template of the page. */
export const createContent = (
  shape: ListKind['shape'],
  item: Item,
  texts: Texts,
): readonly (Node | string)[] =>
  shape === 'chip' ? [item.fields['displayText'] ?? ''] : createTileContent(item, texts);

/** A link, or a button where the feed gives no address. */
export const createLink = (url: string | null, content: readonly (Node | string)[]): HTMLElement =>
  url === null
    ? createElement('button', 'link', content, { type: 'button' })
    : createElement('a', 'link', content, { href: url });

/** A box of exactly the size of a tile: the same parts, and nothing in them. */
const createBlank = (tag: 'div' | 'li', shape: ListKind['shape']): HTMLElement => {
  const parts =
    shape === 'chip'
      ? []
      : ['picture', 'name', 'price'].map((name) => createElement('span', name, [], { part: '' }));
  return createElement(tag, 'blank', [createElement('span', '', parts, { class: 'link' })]);
};

/** `li` inside a list; `div` in the reserve, which is none. */
export const createBlanks = (tag: 'div' | 'li', shape: ListKind['shape'], count: number): HTMLElement[] =>
  Array.from({ length: count }, () => createBlank(tag, shape));
