/* What the packages for React and Vue share; the build puts it into both. */

/**
 * Loads the elements from the service, once for a page. Without an address the page loads them itself. A service that
 * is away leaves the page as it is.
 */
export const loadElements = (base: string | undefined): void => {
  if (base === undefined || customElements.get('kindred-look-alikes')) return;
  const address = `${base.replace(/\/+$/, '')}/storefront/kindred.js`;
  import(/* @vite-ignore */ /* webpackIgnore: true */ address).catch(() => undefined);
};

/** A flag of HTML is an empty attribute, and texts are JSON. */
const toAttribute = (value: unknown): unknown =>
  value === true ? '' : typeof value === 'object' ? JSON.stringify(value) : value;

/** Properties as attributes of the element, the same on a server and in a page. What is not set is left out. */
export const toAttributes = ({
  apiKey,
  headingLevel,
  ...rest
}: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ ...rest, 'api-key': apiKey, 'heading-level': headingLevel })
      .filter(([, value]) => value !== undefined && value !== null && value !== false)
      .map(([name, value]) => [name, toAttribute(value)]),
  );
