import type { Directory } from '../../domain/directory.ts';
import type { OperationName, Subscription } from '../../domain/subscription.ts';
import { buildBaseUrl } from '../admission/key.ts';
import { readShopper } from '../admission/shopper.ts';
import type { Call, OperationAnswer } from '../call/call.ts';
import type { Query } from '../call/query.ts';
import type { Question } from '../answer-cache/answer-cache.ts';

/** A call whose route and key are valid and which is within rate and quota. */
export type OperationRequest = {
  readonly directory: Directory;
  readonly subscription: Subscription;
  readonly query: Query;
  readonly requestId: string;
  /** Who the caller says the shopper is (`X-Kindred-Shopper`); null: not named. */
  readonly shopper: string | null;
  /** Where pictures of this service are reached: `https://host`, without a slash at the end. */
  readonly baseUrl: string;
};

export const describeRequest = (
  call: Call,
  query: Query,
  admitted: Pick<OperationRequest, 'directory' | 'subscription'>,
  publicUrl: string | null,
): OperationRequest => ({
  ...admitted,
  query,
  requestId: call.requestId,
  shopper: readShopper(call),
  baseUrl: buildBaseUrl(call, publicUrl),
});

/** A call whose parameters are valid. */
export type PreparedCall = {
  /** What the answer depends on; null: also on the call itself, so that it is never kept. */
  readonly question: Omit<Question, 'directory'> | null;
  readonly work: () => Promise<OperationAnswer>;
};

/** One of the two operations, as the edge sees it. */
export type Operation = {
  readonly name: Exclude<OperationName, 'events' | 'photoSearch'>;
  readonly path: string;
  /** Methods of the path that others answer. */
  readonly otherMethods?: string;
  /** Validates the parameters (throws `bad-input`) and returns the work; nothing is computed before that is called. */
  readonly prepare: (request: OperationRequest) => PreparedCall;
};

/** The paths without a prefix are version 1 and stay; `/v1` is an alias. */
export const operationPaths = ({ path }: Operation): string[] => [path, `/v1${path}`];

/** Paths are matched without regard to case and to a slash at the end. */
export const canonicalPath = (path: string): string =>
  path.length > 1 && path.endsWith('/') ? path.slice(0, -1).toLowerCase() : path.toLowerCase();
