import { getOrAdd } from '../../domain/memoize.ts';
import { wordOrderKey } from '../../domain/normal-form.ts';
import type { TermRedirect } from '../../domain/term-redirect.ts';

type RedirectSettings = {
  /** Of the website; left out: none. */
  readonly redirects?: readonly TermRedirect[];
  /** BCP 47; English by default. */
  readonly language?: string;
};

type ByKey = ReadonlyMap<string, TermRedirect>;

/** By list, then by language. Lists are immutable: a changed one is a new object. */
const indexes = new WeakMap<readonly TermRedirect[], Map<string, ByKey>>();

const indexRedirects = (redirects: readonly TermRedirect[], language: string): ByKey => {
  const languages = getOrAdd(indexes, redirects, () => new Map<string, ByKey>());
  const toEntry = (redirect: TermRedirect) => [wordOrderKey(redirect.term, language), redirect] as const;
  return getOrAdd(languages, language, () => new Map(redirects.map(toEntry)));
};

/** The redirect for a search text that means the same as its term: case, accents, plural and word order do not matter. */
export const findTermRedirect = (
  { redirects = [], language = 'en' }: RedirectSettings,
  text: string | null | undefined,
): TermRedirect | null => {
  if (redirects.length === 0 || text === null || text === undefined) return null;
  const key = wordOrderKey(text, language);
  return key === '' ? null : (indexRedirects(redirects, language).get(key) ?? null);
};
