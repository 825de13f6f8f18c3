import { availableParallelism } from 'node:os';
import type { FastifyInstance } from 'fastify';
import type { Dataset } from '../../domain/dataset.ts';
import type { ImageSearch } from '../../operations/image-search.ts';
import type { Photo } from '../../operations/photo-search/photo-source.ts';
import { createKeyedRoutes, type KeyedCall } from '../adapter/keyed-routes.ts';
import type { KeyedNeeds } from '../operation/edge.ts';
import { createConcurrencyLimiter, type ConcurrencyLimits } from '../admission/concurrency-limiter.ts';
import { corsHeaders } from '../admission/cors.ts';
import { encodeAnswer, finishAnswer } from '../answer-cache/finished-answer.ts';
import { type Answer, urlQuery } from '../call/call.ts';
import { onlyValue, parseQuery } from '../call/query.ts';
import { photoSearchParameters } from '../image-search/parameters.ts';
import { describeRequest } from '../operation/operation.ts';
import { presentAnswer, readImageSearchCall } from '../image-search/route.ts';
import {
  type PhotoBody,
  photoLimits,
  readPhotoBody,
  readSought,
  type SoughtParts,
  tooLargeText,
} from './read-body.ts';

export type PhotoSearchNeeds = {
  /** Embeds a photo, not in this process. Throws `bad-input` for one that cannot be used. */
  readonly readPhoto: (
    dataset: Dataset,
    body: PhotoBody,
    sought: SoughtParts,
  ) => Promise<Photo['readVectors']>;
  readonly limits?: Partial<ConcurrencyLimits>;
};

type RouteNeeds = KeyedNeeds & PhotoSearchNeeds & { readonly imageSearch: ImageSearch };

/**
 * Slots of their own: look-ups do not wait for photos. As many photos are embedded at once as there are processes for it;
 * those that wait longer than the deadline are answered 503.
 */
const slotDefaults = (): ConcurrencyLimits => {
  const total = Math.min(availableParallelism(), 8);
  return { total, perWebsite: total, queuedPerWebsite: 64, deadlineMs: 3_000, holdMs: 90_000 };
};

/** `POST` of the paths of image search: a photo instead of a product. */
export const photoSearchRoutes = (
  app: FastifyInstance,
  paths: readonly string[],
  needs: RouteNeeds,
): void => {
  const inFlight = createConcurrencyLimiter({ ...slotDefaults(), ...needs.limits });
  const { onRequest, handler, readBodies } = createKeyedRoutes(
    { ...needs, inFlight },
    'photoSearch',
    corsHeaders,
  );
  const search = handler((call) => searchPhoto(needs, call));
  void app.register(async (scope) => {
    readBodies(scope, tooLargeText);
    for (const path of paths) scope.post(path, { onRequest, bodyLimit: photoLimits.bodyBytes }, search);
  });
};

const searchPhoto = async (
  needs: RouteNeeds,
  { subscription, request, call }: KeyedCall,
): Promise<Answer> => {
  const query = parseQuery(urlQuery(call.url));
  const asked = readImageSearchCall(
    describeRequest(call, query, { directory: needs.directory(), subscription }, needs.publicUrl),
    photoSearchParameters,
  );
  const given = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const body = await readPhotoBody(given, request.headers['content-type'] ?? '');
  const named = new Map(
    asked.call.box.sameAsSource.flatMap((field): [string, string][] => {
      const value = reserved.has(field.toLowerCase()) ? null : onlyValue(query, field);
      return value === null || value.trim() === '' ? [] : [[field, value.trim()]];
    }),
  );
  const photo: Photo = {
    readVectors: await needs.readPhoto(asked.dataset, body, readSought(asked.parameters, body)),
    predicts: asked.parameters.predict ?? true,
    named,
  };
  // Nobody wants the products again that were asked with.
  const sources = [...body.like, ...body.unlike].flatMap((part) =>
    'identifier' in part ? [part.identifier] : [],
  );
  const whole = { ...asked.call, photo, exclude: [...(asked.call.exclude ?? []), ...sources] };
  const answer = finishAnswer(presentAnswer(whole, await needs.imageSearch(whole)));
  return (await encodeAnswer(answer, { 'accept-encoding': call.headers['accept-encoding'] })).sent;
};

/** Parameters that have another meaning than a field of this name. */
const reserved = new Set(
  Object.keys(photoSearchParameters.properties)
    .filter((name) => name !== 'category')
    .map((name) => name.toLowerCase()),
);
