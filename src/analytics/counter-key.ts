/** Hours since 1970. */
export type Hour = number;

/** Box 0: no box of the website. */
export type CounterKey = { readonly hour: Hour; readonly websiteId: number; readonly boxId: number };
