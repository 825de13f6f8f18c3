import { createHash } from 'node:crypto';
import { Fault } from '../../errors.ts';
import type { OutboundFetch } from '../http/http-embedder.ts';

export type HubConnection = {
  /** `https://huggingface.co`, or a mirror of it. */
  readonly url: string;
  readonly fetch: OutboundFetch;
};

const missingLibrary = (cause: unknown): Fault =>
  new Fault(
    'unavailable',
    'Models of the hub need the package @huggingface/transformers, which is not installed.',
    {
      nextStep: 'Run `npm install @huggingface/transformers` where Kindred is installed, then import again.',
      cause,
    },
  );

/** The ETag of a large file is its SHA-256; that of a small file is another digest, which cannot be used. */
const readAnnouncedChecksum = (response: Response): string | null => {
  const tag = response.headers.get('x-linked-etag') ?? response.headers.get('etag') ?? '';
  return /^(?:W\/)?"?([0-9a-f]{64})"?$/.exec(tag)?.[1] ?? null;
};

const createChecksumStream = (announced: string, url: string): TransformStream<Uint8Array, Uint8Array> => {
  const hash = createHash('sha256');
  return new TransformStream({
    transform(piece, controller) {
      hash.update(piece);
      controller.enqueue(piece);
    },
    flush() {
      if (hash.digest('hex') !== announced)
        throw new Error(`${url} does not have the checksum that the hub announced`);
    },
  });
};

type FetchOptions = { readonly headers?: Headers | Record<string, string> };

/**
 * The fetch that the hub's library uses: restricted, and with a check of content. The hub announces a checksum
 * with the file or with the redirect to it; the body fails at its end when the content does not match.
 */
const createHubFetch =
  (fetch: OutboundFetch) =>
  async (address: string | URL, options: FetchOptions = {}): Promise<Response> => {
    let announced: string | null = null;
    const onRedirect = (response: Response): void => void (announced ??= readAnnouncedChecksum(response));
    const headers = Object.fromEntries(new Headers(options.headers));
    const response = await fetch(String(address), { headers, onRedirect });
    const checksum = announced ?? readAnnouncedChecksum(response);
    const { status, headers: received, body } = response;
    const isChecked = status === 200 && body !== null && checksum !== null;
    // The library tests for an instance of the global `Response`.
    return new Response(
      isChecked ? body.pipeThrough(createChecksumStream(checksum, String(address))) : body,
      { status, headers: received },
    );
  };

/**
 * Loads the library, which happens only when a dataset names a model of the hub. Its settings are one object for
 * the whole process, so they are set on each call. It may use only files under `folder`.
 */
export const loadLibrary = async (folder: string, connection: HubConnection | null) => {
  const library = await import('@huggingface/transformers').catch((cause: unknown) => {
    throw missingLibrary(cause);
  });
  const { env, LogLevel } = library;
  env.cacheDir = folder;
  env.useFSCache = true;
  // Local files only without a connection; otherwise they would take precedence over the hub's files.
  env.allowLocalModels = connection === null;
  env.localModelPath = folder;
  env.allowRemoteModels = connection !== null;
  env.logLevel = LogLevel.NONE;
  if (connection !== null) {
    env.remoteHost = `${connection.url}/`;
    env.fetch = createHubFetch(connection.fetch);
  }
  return library;
};
