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
