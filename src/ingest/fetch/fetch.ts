export type FetchOptions = { readonly headers?: Record<string, string>; readonly signal?: AbortSignal };

/** How anything is fetched. Whoever composes the program decides which addresses may be reached. */
export type Fetch = (url: string, options: FetchOptions) => Promise<Response>;
