import { decodeHTMLStrict } from 'entities';
import type { RawRow, RawValue } from '../feed.ts';

const itemLimits = { depth: 16, textLength: 2 * 1024 * 1024, elements: 10_000 };

type Values = { readonly prefixed: boolean; readonly values: RawValue[] };

type Element = {
  readonly name: string;
  readonly prefixed: boolean;
  readonly children: Map<string, Values>;
  ownText: string;
  allText: string;
};

export const createItemBuilder = (attributes: Readonly<Record<string, string>>) => {
  const root = newElement('item');
  const path: Element[] = [root];
  let depth = 1;
  let length = 0;
  let elements = 0;
  let fault: string | null = null;

  for (const [name, value] of Object.entries(attributes)) {
    if (!name.startsWith('xml')) addChild(root, newElement(name), value);
  }

  return {
    open(name: string, tagAttributes: Readonly<Record<string, string>>): void {
      depth++;
      elements++;
      if (depth > itemLimits.depth) fault ??= `Elements are nested more than ${itemLimits.depth} deep.`;
      if (elements > itemLimits.elements) fault ??= `The item has more than ${itemLimits.elements} elements.`;
      if (fault !== null) return;
      const element = newElement(name);
      path.push(element);
      // Atom has the product page in an attribute.
      if (element.name === 'link' && isPageLink(tagAttributes))
        element.ownText = element.allText = tagAttributes['href'] ?? '';
    },
    text(text: string): void {
      length += text.length;
      if (length > itemLimits.textLength)
        fault ??= `The item has more than ${itemLimits.textLength} characters.`;
      const element = path.at(-1);
      if (fault !== null || element === undefined) return;
      element.ownText += text;
      element.allText += text;
    },
    close(): boolean {
      depth--;
      if (depth === 0) return true;
      if (fault !== null) return false;
      const element = path.pop();
      const parent = path.at(-1);
      if (element !== undefined && parent !== undefined) {
        parent.allText += element.allText;
        addChild(parent, element, toValue(element));
      }
      return false;
    },
    row: (): RawRow => toRow(root),
    /** Why it cannot become a row; null if it can. */
    fault: (): string | null => fault,
  };
};

export type ItemBuilder = ReturnType<typeof createItemBuilder>;

const newElement = (qualified: string): Element => {
  const colon = qualified.lastIndexOf(':');
  return {
    name: qualified.slice(colon + 1),
    prefixed: colon >= 0,
    children: new Map(),
    ownText: '',
    allText: '',
  };
};

const isPageLink = ({ href, rel }: Readonly<Record<string, string>>): boolean =>
  href !== undefined && (rel === undefined || rel === 'alternate');

/** If both `<g:title>` and `<title>` exist, the prefixed one is meant for shopping feeds and is used. */
const addChild = (parent: Element, { name, prefixed }: Element, value: RawValue): void => {
  if (value === '') return;
  const existing = parent.children.get(name);
  if (existing === undefined || (prefixed && !existing.prefixed))
    parent.children.set(name, { prefixed, values: [value] });
  else if (prefixed === existing.prefixed) existing.values.push(value);
};

const toValue = (element: Element): RawValue => {
  if (element.children.size === 0) return decodeText(element.ownText);
  // Text next to elements is unescaped markup, such as a description with <p> in it.
  return element.ownText.trim() === '' ? toRow(element) : decodeText(element.allText);
};

const toRow = (element: Element): RawRow => {
  const record = Object.create(null) as Record<string, RawValue>;
  for (const [name, { values }] of element.children) {
    const [first] = values;
    record[name] = values.length === 1 && first !== undefined ? first : values;
  }
  return record;
};

/** Many exports escape twice (`&amp;eacute;`), so remaining entities are decoded. */
const decodeText = (text: string): string => {
  const trimmed = text.trim();
  return trimmed.includes('&') ? decodeHTMLStrict(trimmed) : trimmed;
};
