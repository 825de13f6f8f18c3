/** What the page tells an app, in attributes of its root. */
export type AppSettings = {
  readonly root: HTMLElement;
  readonly base: string;
  readonly apiKey: string;
  readonly search: string;
  readonly related: string;
  readonly identifier: string;
};

export const readAppSettings = (): AppSettings => {
  const root = document.querySelector<HTMLElement>('#app');
  if (root === null) throw new Error('The page has no #app.');
  const { base = '', key = '', search = '', related = '', identifier = '' } = root.dataset;
  return { root, base, apiKey: key, search, related, identifier };
};

/** Leaves a trace that a test can read. */
export const trace = (name: string, value: string | number | null): void =>
  document.documentElement.setAttribute(`data-${name}`, String(value));
