/** Languages of the pages that visitors see without signing in. The first one is the default. */
export const pageLanguages = ['en', 'de'] as const;

export type PageLanguage = (typeof pageLanguages)[number];

const cookieName = 'kindred_language';

/** One year. */
const cookieSeconds = 31_536_000;

const findLanguage = (text: string | null | undefined): PageLanguage | null =>
  pageLanguages.find((language) => language === text?.slice(0, 2).toLowerCase()) ?? null;

export type LanguageRequest = {
  readonly query: URLSearchParams;
  readonly cookie: string | undefined;
  readonly acceptLanguage: string | undefined;
};

/** What the visitor chose on this page (`?lang=de`), chose before (cookie), or set in the browser. */
export const choosePageLanguage = ({ query, cookie, acceptLanguage }: LanguageRequest): PageLanguage =>
  findLanguage(query.get('lang')) ??
  findLanguage(readCookie(cookie)) ??
  findAccepted(acceptLanguage) ??
  pageLanguages[0];

/** The cookie that keeps a choice made by `?lang=`; null when the page was opened without one. */
export const languageCookie = (query: URLSearchParams): string | null => {
  const chosen = findLanguage(query.get('lang'));
  return chosen === null ? null : `${cookieName}=${chosen}; Path=/; Max-Age=${cookieSeconds}; SameSite=Lax`;
};

const readCookie = (header = ''): string | null => {
  const pairs = header.split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([name]) => name === cookieName)?.[1] ?? null;
};

/** The known language that the browser prefers: `fr, de;q=0.8, en;q=0.5` gives `de`. */
const findAccepted = (header = ''): PageLanguage | null => {
  const ranges = header.split(',').map((range) => {
    const [tag = '', ...parameters] = range.trim().split(';');
    const quality = parameters.map((each) => each.trim()).find((each) => each.startsWith('q='));
    return { tag, weight: quality === undefined ? 1 : Number(quality.slice(2)) || 0 };
  });
  const preferred = ranges.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  for (const { tag } of preferred) {
    const language = findLanguage(tag);
    if (language !== null) return language;
  }
  return null;
};
