import { createHash } from 'node:crypto';
import type { OutboundFetch } from '../http-embedder.ts';

/** Large files carry their SHA-256 as a tag; small ones another digest, which says nothing to us. */
const readAnnouncedChecksum = (response: Response): string | null => {
  const tag = response.headers.get('x-linked-etag') ?? response.headers.get('etag') ?? '';
  return /^(?:W\/)?"?([0-9a-f]{64})"?$/.exec(tag)?.[1] ?? null;
};

const createChecksumStream = (told: string, url: string): TransformStream<Uint8Array, Uint8Array> => {
  const hash = createHash('sha256');
  return new TransformStream({
    transform(piece, controller) {
      hash.update(piece);
      controller.enqueue(piece);
    },
    flush() {
      if (hash.digest('hex') !== told)
        throw new Error(`${url} does not have the checksum that the hub tells`);
    },
  });
};

type FetchOptions = { readonly headers?: Headers | Record<string, string> };

/**
 * How the hub's library reaches the network: by our guarded way. What it gets is held against the checksum that
 * the hub tells, with the file itself or where it points to it, and breaks off when it is another.
 */
export const createHubFetch =
  (fetch: OutboundFetch) =>
  async (address: string | URL, asked: FetchOptions = {}): Promise<Response> => {
    let told: string | null = null;
    const onRedirect = (response: Response): void => void (told ??= readAnnouncedChecksum(response));
    const headers = Object.fromEntries(new Headers(asked.headers));
    const response = await fetch(String(address), { headers, onRedirect });
    told ??= readAnnouncedChecksum(response);
    const { status } = response;
    const isWhole = status === 200 && response.body !== null;
    const body =
      isWhole && told !== null
        ? response.body?.pipeThrough(createChecksumStream(told, String(address)))
        : response.body;
    // The library asks whether it is a `Response` of the runtime's own kind.
    return new Response(body ?? null, { status, headers: response.headers });
  };
