/** A search term whose shoppers are sent to another page of the shop. */
export type TermRedirect = {
  readonly term: string;
  /** http or https. */
  readonly url: string;
};
