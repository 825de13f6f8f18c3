import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { Fault } from '../../errors.ts';
import { colourDimensions, colourHistogram } from '../colour/colour-histogram.ts';
import { type Decoder, openDecoder } from '../decoding/decoder.ts';
import type { Embedder, EmbeddingResult } from '../embedder.ts';
import { mapInParallel } from '../map-in-parallel.ts';
import { toUnitLength } from '../inference/model-file.ts';

/*
 * The protocol of an embedding server, two requests to one address:
 *
 *   GET  <address>                               → { "model": "dinov2-small", "dimensions": 384 }
 *   POST <address> { "pictures": ["<base64>"] }  → { "model": "dinov2-small",
 *                                                    "vectors": [[0.1, …]] }   null for a picture it cannot use
 *
 * `model` changes whenever the vectors would. Vectors need not have unit length.
 */
const Description = Type.Object({
  model: Type.String({ minLength: 1, maxLength: 200 }),
  dimensions: Type.Integer({ minimum: 1, maximum: 16_384 }),
});
const Answer = Type.Object({
  model: Type.String(),
  vectors: Type.Array(Type.Union([Type.Array(Type.Number()), Type.Null()])),
});

/** Part of the model's name. Raise it whenever colour is computed in another way. */
const colourVersion = 2;

const httpEmbedderDefaults = { batchSize: 8, timeoutMs: 120_000, decodedSize: 224 } as const;

/** A fetch that reaches only the addresses that the composition allows. */
export type OutboundFetch = (
  url: string,
  options: {
    readonly headers?: Record<string, string>;
    readonly body?: string;
    readonly signal?: AbortSignal;
    readonly onRedirect?: (response: Response) => void;
  },
) => Promise<Response>;

const unavailable = (url: string, why: string, cause?: unknown): Fault =>
  new Fault('unavailable', `The embedding server ${url} cannot be used: ${why}.`, {
    nextStep: 'Check that it runs, and that its address may be reached (KINDRED_ALLOW_PRIVATE).',
    cause,
  });

export const openHttpEmbedder = async (
  url: string,
  send: OutboundFetch,
  decoder: Decoder = openDecoder(),
): Promise<Embedder> => {
  const request = async (body?: object): Promise<unknown> => {
    const signal = AbortSignal.timeout(httpEmbedderDefaults.timeoutMs);
    const headers = { accept: 'application/json', 'content-type': 'application/json' };
    const options = { headers, signal, ...(body && { body: JSON.stringify(body) }) };
    const response = await send(url, options).catch((cause: unknown) => {
      throw cause instanceof Fault ? cause : unavailable(url, 'no answer', cause);
    });
    if (!response.ok) throw unavailable(url, `it answered ${response.status}`);
    return response.json().catch((cause: unknown) => {
      throw unavailable(url, 'it did not answer in JSON', cause);
    });
  };
  const description = await request();
  if (!Value.Check(Description, description)) throw unavailable(url, 'it does not describe a model');
  const { model, dimensions } = description;

  const requestVectors = async (pictures: readonly Uint8Array[]) => {
    const answer = await request({
      pictures: pictures.map((bytes) => Buffer.from(bytes).toString('base64')),
    });
    if (!Value.Check(Answer, answer) || answer.vectors.length !== pictures.length)
      throw unavailable(url, 'its answer does not follow the protocol');
    if (answer.model !== model)
      throw unavailable(url, `it changed its model from ${model} to ${answer.model}`);
    if (answer.vectors.some((vector) => vector !== null && vector.length !== dimensions))
      throw unavailable(url, `a vector does not have ${dimensions} numbers`);
    return answer.vectors;
  };

  /** Pictures that cannot be decoded here are not sent, so that the reason is the same for every model. */
  const embedBatch = async (pictures: readonly Uint8Array[]): Promise<EmbeddingResult[]> => {
    const decoded = await mapInParallel(pictures, 2, (bytes) =>
      decoder.decode(bytes, httpEmbedderDefaults.decodedSize),
    );
    const usable = pictures.filter((_, place) => decoded[place]?.ok);
    const vectors = usable.length > 0 ? await requestVectors(usable) : [];
    return decoded.map((result): EmbeddingResult => {
      if (!result.ok) return result;
      const vector = vectors.shift() ?? null;
      if (vector === null) return { ok: false, reason: 'the embedding server cannot use the picture' };
      const looks = toUnitLength(Float32Array.from(vector));
      return { ok: true, embedding: { looks, colour: colourHistogram(result.pixels) } };
    });
  };

  return {
    model: `${model}@${new URL(url).host}.${colourVersion}`,
    looksDimensions: dimensions,
    colourDimensions,
    async embed(pictures) {
      const results: EmbeddingResult[] = [];
      const { batchSize } = httpEmbedderDefaults;
      for (let start = 0; start < pictures.length; start += batchSize)
        results.push(...(await embedBatch(pictures.slice(start, start + batchSize))));
      return results;
    },
    close: () => decoder.close(),
  };
};
