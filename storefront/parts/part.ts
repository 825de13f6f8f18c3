/*
 * What an optional part gets from the element. A part imports types only: code that it shared with the entry would
 * make it import the entry by its plain name, and a page that loads `kindred.js?v=2` would then have two of them.
 */
export type PartContext = {
  readonly create: (
    tag: string,
    part: string,
    children?: readonly (Node | string)[],
    attributes?: Readonly<Record<string, string>>,
  ) => HTMLElement;
  readonly safeUrl: (value: unknown, base: string) => string | null;
  /** Picks the texts of the page's language, with the page's own. */
  readonly pick: <T>(all: Readonly<Record<string, T>>) => T;
  readonly language: string;
};
