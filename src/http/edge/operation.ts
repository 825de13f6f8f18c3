import type { TObject } from 'typebox';
import type { Directory } from '../../domain/directory.ts';
import type { OperationName, Subscription } from '../../domain/subscription.ts';
import type { Query } from './query.ts';

/** A call whose route and key are known, and for which there is room in rate and quota. */
export type OperationRequest = {
  readonly directory: Directory;
  readonly subscription: Subscription;
  readonly query: Query;
  readonly requestId: string;
};

export type OperationAnswer = {
  readonly body: Buffer;
  /** Dataset version the answer was computed from. */
  readonly version: string;
  readonly cacheControl: string;
  readonly querySummary: QuerySummary;
};

/** What was asked of which box, and whether there was anything to show. */
export type QuerySummary = {
  readonly boxId: number;
  readonly kind: 'pattern' | 'identifier';
  readonly text: string;
  readonly hasResults: boolean;
};

/** One of the two operations, as the edge sees it. */
export type Operation = {
  readonly name: OperationName;
  readonly path: string;
  readonly parameters: TObject;
  /** Checks the parameters, throws `bad-input`, and returns the work: nothing is computed before it is called. */
  readonly prepare: (request: OperationRequest) => () => Promise<OperationAnswer>;
};

/** The paths of the interface are version 1 and stay; the alias names the version. */
export const operationPaths = ({ path }: Operation): string[] => [path, `/v1${path}`];
