import type { RedirectDetail, SelectDetail } from './attributes.ts';
import type { Banner, Clarification, Facet } from './answer.ts';

/** What a template of the page may show: texts as they are, addresses checked, prices formatted. */
export type Fields = Readonly<Record<string, string>>;

/** One entry of a list: where it leads, what events report, and what it shows. */
export type Item = {
  readonly url: string | null;
  /** The `object` of the UBI event, and a part of the detail of `kindred:select`. */
  readonly object: Pick<SelectDetail, 'object_id' | 'object_id_field' | 'dsTracker'>;
  readonly fields: Fields;
  readonly mark: 'ad' | 'promoted' | null;
};

/** An answer as it is shown. */
export type View = {
  readonly items: readonly Item[];
  readonly redirect: RedirectDetail | null;
  readonly banners: readonly Banner[];
  readonly clarification: Clarification | null;
  readonly facets: readonly Facet[];
  /** Products that match, on all pages. */
  readonly count: number;
  /** A promotion is to be highlighted, and the answer does not say which product it is. */
  readonly isPromoted: boolean;
  /** The campaigns that changed the list, by rule id: events name them. */
  readonly campaigns: readonly number[];
};

export type ViewContext = {
  readonly base: string;
  readonly language: string;
  readonly currency: string | null;
  readonly limit: number;
};

/** What the shopper chose in the facet bar and among the tiles. */
export type Choice = { readonly filter: string | null; readonly tile: string | null };

/** The differences between the two lists. */
export type ListKind = {
  readonly path: string;
  /** Name of the parameter, and of the attribute that holds it. */
  readonly parameter: 'identifier' | 'pattern';
  readonly shape: 'tile' | 'chip';
  /** Attributes of this element alone that change what is asked for. */
  readonly attributes: readonly string[];
  readonly parameters: (element: Element, limit: number, choice: Choice) => Readonly<Record<string, string>>;
  readonly toView: (answer: unknown, context: ViewContext) => View;
};
