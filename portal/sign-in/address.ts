/** The pages before signing in. They are a small bundle of their own; the rest is loaded after signing in. */
export type SignedOutPage =
  | { readonly page: 'sign-in'; readonly next: string }
  | { readonly page: 'set-up' | 'invitation'; readonly token: string };

const base = '/portal';

/** Only a path of the portal itself, so that a crafted link cannot redirect elsewhere. */
const safeNext = (next: string | null): string =>
  next !== null && (next === base || next.startsWith(`${base}/`)) ? next : `${base}/`;

/** null for every page that needs a session. */
export const findSignedOutPage = ({
  pathname,
  search,
}: {
  pathname: string;
  search: string;
}): SignedOutPage | null => {
  const [page, token] = pathname.slice(base.length + 1).split('/');
  if (page === 'sign-in') return { page, next: safeNext(new URLSearchParams(search).get('next')) };
  if ((page === 'set-up' || page === 'invitation') && token)
    return { page, token: decodeURIComponent(token) };
  return null;
};

export const signInAddress = (next: string): string =>
  `${base}/sign-in?${new URLSearchParams({ next }).toString()}`;
