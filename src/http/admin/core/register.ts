import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isLocalCaller } from '../../adapter/local-caller.ts';
import { requestIdHeader, urlQuery } from '../../call/call.ts';
import { readParameters } from '../../operation/parameters.ts';
import { parseQuery } from '../../call/query.ts';
import { pathParameterNames, type Route, successStatus } from '../contract/route.ts';
import { admit, type Admission, type AdmissionNeeds } from './admission.ts';
import { adminHeaders } from './answers.ts';
import { type CheckBody, createCheckBody } from './check-body.ts';
import { expiredCookie, sessionCookie } from './credentials.ts';
import type { AdminCall, SerialisedJson } from './handler.ts';
import type { SharedNeeds } from './needs.ts';
import { isUpload, receiveFile, type ReceivedFile } from './upload.ts';

/** Bytes of a body. Parsing a megabyte of JSON takes up to 20 ms, in which nobody else is answered. */
const bodyLimits = { declaration: 2 << 20, member: 1 << 20, anybody: 64 << 10 } as const;

const limitBody = ({ id, access }: Route): number => {
  if (id === 'applyDeclaration') return bodyLimits.declaration;
  return access === 'public' ? bodyLimits.anybody : bodyLimits.member;
};

export type RegisterNeeds = AdmissionNeeds &
  Pick<SharedNeeds, 'uploadFolder' | 'checkUploads'> & {
    readonly largeDeclarations: Pick<SharedNeeds['largeDeclarations'], 'idle'>;
    /** Aborted when the service stops, to end streaming answers. */
    readonly stopping: AbortSignal;
  };

/** A handler without the type of its route; `HandlersOf` has checked that they match. */
export type AnyHandler = (call: AdminCall<Route>) => unknown;

/** Registers one route of the table. The caller is admitted before the body is read. */
export const registerRoute = (
  app: FastifyInstance,
  needs: RegisterNeeds,
  row: Route,
  handler: AnyHandler,
): void => {
  const admissions = new WeakMap<FastifyRequest, Admission>();
  const checkBody = row.body === undefined || row.isDeclaration ? null : createCheckBody(row.body);
  app.route({
    method: row.method,
    url: fastifyPath(row.path),
    bodyLimit: limitBody(row),
    exposeHeadRoute: false,
    onRequest: async (request, reply) => {
      void reply.headers({ ...adminHeaders, [requestIdHeader]: request.id });
      // Most calls write, if only that a session was used. A write during a large declaration waits on the serving loop.
      await needs.largeDeclarations.idle();
      admissions.set(request, await admit(needs, row, toAdmissionRequest(request)));
    },
    handler: async (request, reply) => {
      const admission = admissions.get(request);
      if (admission === undefined) throw new Error(`${row.id} was reached without an admission.`);
      const file = await receiveUpload(needs, row, request);
      try {
        const call = buildCall(needs, row, request, reply, { admission, file, checkBody });
        return await send(reply, row, await handler(call));
      } finally {
        if (file !== null) await rm(file.path, { force: true });
      }
    },
  });
};

const fastifyPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

const toAdmissionRequest = ({ headers, params, ip }: FastifyRequest) => {
  return { headers, address: ip, params: params as Record<string, string> };
};

const receiveUpload = async (
  needs: RegisterNeeds,
  row: Route,
  request: FastifyRequest,
): Promise<ReceivedFile | null> => {
  if (row.upload === undefined || !isUpload(request.headers['content-type'])) return null;
  await needs.checkUploads?.();
  return receiveFile({ request: request.raw, folder: needs.uploadFolder, part: row.upload });
};

type CallParts = {
  readonly admission: Admission;
  readonly file: ReceivedFile | null;
  readonly checkBody: CheckBody | null;
};

const buildCall = (
  needs: RegisterNeeds,
  row: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  { admission, file, checkBody }: CallParts,
): AdminCall<Route> => {
  const params = request.params as Record<string, string>;
  const body = readBody(row, request, file);
  if (file === null) checkBody?.(body);
  const { headers } = request;
  const call = {
    ...admission,
    params: Object.fromEntries(pathParameterNames(row.path).map((name) => [name, params[name] ?? ''])),
    query: row.query && readParameters(row.query, parseQuery(urlQuery(request.raw.url ?? ''))),
    body,
    file,
    isLocal: isLocalCaller(request.raw),
    from: { address: request.ip, userAgent: headers['user-agent']?.slice(0, 300) ?? null },
    requestId: request.id,
    baseUrl: needs.publicUrl?.replace(/\/+$/, '') ?? `${request.protocol}://${request.host}`,
    cookie: {
      set: (token: string) => void reply.header('set-cookie', sessionCookie(token)),
      end: () => void reply.header('set-cookie', expiredCookie),
    },
    signal: AbortSignal.any([disconnectSignal(reply), needs.stopping]),
  };
  return call;
};

/** A route that takes an upload also accepts an empty request. */
const readBody = (row: Route, request: FastifyRequest, file: ReceivedFile | null): unknown => {
  if (row.body === undefined || file !== null) return {};
  return request.body ?? (row.upload === undefined ? null : {});
};

const disconnectSignal = (reply: FastifyReply): AbortSignal => {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
};

/** Private: only members may see the product; five minutes cover one visit to the portal. */
const pictureCaching = 'private, max-age=300';

const send = async (reply: FastifyReply, row: Route, answer: unknown): Promise<FastifyReply> => {
  void reply.code(successStatus(row));
  if (row.media === 'image/webp') {
    const headers = { 'cache-control': pictureCaching };
    return reply.headers(headers).type(row.media).send(answer);
  }
  if (row.media !== undefined) {
    void reply.type(`${row.media}; charset=utf-8`);
    return reply.send(Readable.from(answer as AsyncIterable<string>, { objectMode: false }));
  }
  if (row.response === null) return reply.send();
  const body = isSerialisedJson(answer) ? answer.json : JSON.stringify(answer);
  return reply.type('application/json; charset=utf-8').send(body);
};

const isSerialisedJson = (answer: unknown): answer is SerialisedJson => {
  return (
    typeof answer === 'object' && answer !== null && Buffer.isBuffer((answer as Partial<SerialisedJson>).json)
  );
};
