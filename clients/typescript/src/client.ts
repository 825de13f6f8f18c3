import { createEtagCache } from './etag-cache.ts';
import type { components, operations } from './openapi.ts';
import { createProductDataCalls, type ProductDataCalls } from './product-data.ts';
import { addQuery, type CallOptions, createSender, type SenderOptions } from './sender.ts';

export { KindredError } from './kindred-error.ts';
export type { FailureKind } from './kindred-error.ts';
export type { CurrentProduct, ProductData, ProductDataCalls, ProductDataReport } from './product-data.ts';
export type { CallOptions } from './sender.ts';

type Schemas = components['schemas'];
type QueryOf<Name extends keyof operations> = operations[Name] extends {
  parameters: { query: infer Query };
}
  ? Query
  : never;

export type ImageSearchQuery = QueryOf<'imageSearch'>;
export type PhotoSearchQuery = QueryOf<'photoSearch'>;
/** The address of a picture, or what results should be like and unlike. */
export type PhotoSources = operations['photoSearch']['requestBody']['content']['application/json'];
export type ImageSearchResult = Schemas['ImageSearchResult'];
export type ScoredDocument = Schemas['ScoredDocument'];
export type Facet = Schemas['Filter'];
export type RelatedKeywordsQuery = QueryOf<'relatedKeywords'>;
export type SuggestionList = Schemas['SuggestionList'];
export type Suggestion = Schemas['Suggestion'];
export type ShopperEvent = Schemas['UbiItem'];
export type EventReceipt = Schemas['EventReceipt'];

export type ImageSearchOptions = CallOptions & {
  /** The shopper, by the `client_id` of the events: decides on campaigns for a share of the traffic. */
  readonly shopper?: string;
};

/** An answer with the headers that matter: the request id for support and events, the version of the catalogue. */
export type Answer<Body> = {
  readonly body: Body;
  readonly requestId: string | null;
  readonly version: string | null;
  /** True when the service confirmed that an answer kept by this client still holds (304). */
  readonly fromCache: boolean;
};

export type ClientOptions = SenderOptions & {
  /** Answers kept for `If-None-Match`; 0 keeps none. 200 unless set. */
  readonly cachedAnswers?: number;
};

export type KindredClient = ProductDataCalls & {
  /** Products that look like one product, with facets and campaigns. */
  readonly imageSearch: (
    query: ImageSearchQuery,
    options?: ImageSearchOptions,
  ) => Promise<Answer<ImageSearchResult>>;
  /**
   * Products that look like a photo: a file or blob of the page, its bytes, the address of a picture, or several
   * products and pictures. It takes longer than a product: set `timeoutMs` to some seconds more where photos are large.
   */
  readonly photoSearch: (
    photo: Blob | Uint8Array<ArrayBuffer> | PhotoSources,
    query: PhotoSearchQuery,
    options?: ImageSearchOptions,
  ) => Promise<Answer<ImageSearchResult>>;
  /** What to search for next. */
  readonly relatedKeywords: (
    query: RelatedKeywordsQuery,
    options?: CallOptions,
  ) => Promise<Answer<SuggestionList>>;
  /** Reports what a shopper did. Resolves once the service has the events on disk. */
  readonly sendEvents: (events: readonly ShopperEvent[], options?: CallOptions) => Promise<EventReceipt>;
};

/**
 *     const kindred = createClient({ baseUrl: 'https://kindred.example', key: 'your key' });
 *     const { body } = await kindred.imageSearch({ btr: tracker, identifier: 'TR-101', top: 12 });
 */
export const createClient = (options: ClientOptions): KindredClient => {
  const send = createSender(options);
  const cache = createEtagCache(options.cachedAnswers ?? 200);

  const get = async <Body>(
    path: string,
    query: object,
    { signal, shopper }: ImageSearchOptions = {},
  ): Promise<Answer<Body>> => {
    const address = addQuery(path, query);
    const kept = cache.get(address);
    const response = await send({
      method: 'GET',
      path: address,
      headers: {
        ...(kept && { 'if-none-match': kept.etag }),
        ...(shopper && { 'x-kindred-shopper': shopper }),
      },
      ...(signal && { signal }),
    });
    const isUnchanged = response.status === 304 && kept !== undefined;
    const text = isUnchanged ? kept.text : response.text;
    const etag = response.headers.get('etag');
    if (!isUnchanged && etag !== null) cache.set(address, { etag, text });
    return {
      body: JSON.parse(text) as Body,
      requestId: response.headers.get('x-request-id'),
      version: response.headers.get('x-kindred-version'),
      fromCache: isUnchanged,
    };
  };

  return {
    ...createProductDataCalls(send),
    imageSearch: (query, callOptions) => get('/search/imagesearch', query, callOptions),
    photoSearch: async (photo, query, { signal, shopper } = {}) => {
      const isJson = !(photo instanceof Blob || photo instanceof Uint8Array);
      const response = await send({
        method: 'POST',
        path: addQuery('/search/imagesearch', query),
        headers: {
          'content-type': isJson ? 'application/json' : 'application/octet-stream',
          ...(shopper && { 'x-kindred-shopper': shopper }),
        },
        body: isJson ? JSON.stringify(photo) : photo,
        ...(signal && { signal }),
      });
      return {
        body: JSON.parse(response.text) as ImageSearchResult,
        requestId: response.headers.get('x-request-id'),
        version: response.headers.get('x-kindred-version'),
        fromCache: false,
      };
    },
    relatedKeywords: (query, callOptions) => get('/relatedsearches/keywords', query, callOptions),
    sendEvents: async (events, { signal } = {}) => {
      const body = events.map((event) => JSON.stringify(event)).join('\n');
      const response = await send({ method: 'POST', path: '/events', body, ...(signal && { signal }) });
      return JSON.parse(response.text) as EventReceipt;
    },
  };
};
