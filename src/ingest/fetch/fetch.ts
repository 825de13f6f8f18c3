export type FetchOptions = {
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
  /** Sent by POST, to the address itself: a redirect is not followed with it. */
  readonly body?: string;
  /** Told each answer that only points elsewhere, before that is asked. */
  readonly onRedirect?: (response: Response) => void;
};

/** How anything is fetched. Whoever composes the program decides which addresses may be reached. */
export type Fetch = (url: string, options: FetchOptions) => Promise<Response>;
