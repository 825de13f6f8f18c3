export type FetchOptions = {
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
  /** Sent by POST. Redirects are not followed. */
  readonly body?: string;
  /** Called with each redirect response before it is followed. */
  readonly onRedirect?: (response: Response) => void;
};

/** The only way to fetch. `compose.ts` decides which addresses it may reach. */
export type Fetch = (url: string, options: FetchOptions) => Promise<Response>;

/** What a server says about the state of a file (RFC 9110). */
export type Validators = { readonly etag: string | null; readonly lastModified: string | null };

export const readValidators = ({ headers }: Response): Validators => ({
  etag: headers.get('etag'),
  lastModified: headers.get('last-modified'),
});

/** Lets the server answer 304 while the file is as it was. */
export const conditionalHeaders = (known: Validators | null): Record<string, string> => ({
  ...(known?.etag && { 'if-none-match': known.etag }),
  ...(known?.lastModified && { 'if-modified-since': known.lastModified }),
});
