/** An element with its part, class and children. */
export const createElement = (
  tag: string,
  part: string,
  children: readonly (Node | string)[] = [],
  attributes: Readonly<Record<string, string>> = {},
): HTMLElement => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries({ part, class: part, ...attributes }))
    element.setAttribute(name, value);
  element.append(...children);
  return element;
};

/** Only http and https: a `javascript:` URL from a feed must not become a link. */
export const safeUrl = (value: unknown, base: string): string | null => {
  if (typeof value !== 'string' || !URL.canParse(value, base)) return null;
  const { protocol, href } = new URL(value, base);
  return protocol === 'http:' || protocol === 'https:' ? href : null;
};

/** A constructed style sheet works under a content security policy that forbids inline styles. */
export const createStyleSheet = (css: string): CSSStyleSheet => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
};
