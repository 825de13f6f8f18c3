import type { TermRedirect } from './term-redirect.ts';

/** One shop: the tenant. No data is shared between websites. */
export type Website = {
  readonly id: number;
  readonly tracker: string;
  /** Short name for the command line and `apply`: lower case, unique in the installation. */
  readonly name: string;
  readonly displayName: string;
  /** BCP 47 tag, decides how words are normalised: `en`, `de`, `hu` … */
  readonly language: string;
  readonly url: string | null;
  /** Groups of words that mean the same in this shop: `[['sofa', 'couch', 'settee']]`. */
  readonly synonyms: readonly (readonly string[])[];
  readonly redirects: readonly TermRedirect[];
};
