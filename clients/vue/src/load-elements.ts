/**
 * Loads the elements from the service, once for a page. Without an address the page loads them itself. A service that
 * is away leaves the page as it is.
 */
export const loadElements = (base: string | undefined): void => {
  if (base === undefined || customElements.get('kindred-look-alikes')) return;
  const address = `${base.replace(/\/+$/, '')}/storefront/kindred.js`;
  import(/* @vite-ignore */ /* webpackIgnore: true */ address).catch(() => undefined);
};
